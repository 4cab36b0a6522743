# Casement. `make demo` and `make test` do everything on a fresh Debian 12 with the Swift toolchain, packages included.

SWIFT ?= swift
# SwiftPM keeps the scanner's plan; without the cache an added or removed protocol file is seen
FLAGS := --disable-build-manifest-caching
# Checks of exclusive access are for debug builds and their tests: on the way of a commit they cost as much as the rest of our code.
# The program exports nothing, its relocations are packed (where the C library can read that: glibc 2.36), and what nothing calls is
# left out: 2.7 MB less to load. What a service runs lies side by side, as Sources/Link/functions lists it (`make order` makes the list anew; names that are gone do no harm).
PACKED := $(shell printf '%s\n' 2.36 "$$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -VC && echo -Xlinker -z -Xlinker pack-relative-relocs)
RELEASE := -c release --static-swift-stdlib $(FLAGS) -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic $(PACKED) \
  -Xlinker --no-warn-symbol-ordering -Xlinker --symbol-ordering-file=$(CURDIR)/Sources/Link/functions
RESULTS := .build/test-results

# What the build needs, and what the tests and the demo start.
BUILD_PACKAGES := make pkg-config libwayland-dev wayland-protocols libpixman-1-dev libxkbcommon-dev libpng-dev xkb-data
TEST_PACKAGES := foot wtype weston xvfb xdotool imagemagick wayland-utils gtk-3-examples grim wlr-randr fonts-dejavu-core ffmpeg python3 python3-gi \
  python3-pytest python3-yaml gir1.2-gtk-3.0 xwayland x11-apps x11-utils xterm sway mir-demos mir-platform-graphics-x
CONFORMANCE_PACKAGES := wlcs
# What `make bench` measures beside us, and counts instructions with.
BENCH_PACKAGES := weston sway cage valgrind binutils util-linux
PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)

# What `make clients` starts beside those.
CLIENT_PACKAGES := python3 python3-gi imagemagick ffmpeg gtk-3-examples gtk-4-examples qtbase5-examples qtwayland5 designer-qt6 qt6-wayland \
  chromium firefox-esr mpv imv libsdl2-tests xwayland xterm grim slurp wtype wl-clipboard wlr-randr kanshi waybar mako-notifier libnotify-bin \
  dbus-daemon swaybg swaylock swayidle wf-recorder wayvnc at-spi2-core gir1.2-atspi-2.0 python3-dogtail fuzzel wofi bemenu gammastep wlsunset \
  foot alacritty kitty weston sway cage mir-demos mir-platform-graphics-wayland gir1.2-gtk-4.0 python3-pyqt5 python3-pyqt6 gcc libc6-dev libglfw3-dev libglfw3-wayland libgles-dev fonts-dejavu-core

# What `make more-clients` starts beside those.
MORE_PACKAGES := gnome-calculator gnome-text-editor gedit gnome-terminal nautilus evince eog konsole kate kcalc okular dolphin libreoffice-writer \
  libreoffice-gtk3 thunderbird qutebrowser telegram-desktop inkscape remmina qemu-system-gui zathura wev scummvm python3-pygame vulkan-tools \
  mesa-vulkan-drivers phoc

.PHONY: all build release deps demo test conformance conformance-asan conformance-cycles soak soak-form order bench clients more-clients docs lint clean

all: build

# Installs the packages that are missing, as root or by sudo.
deps:
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
	  $$run apt-get update -q && \
	  $$run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; \
	fi

build: deps
	$(SWIFT) build $(FLAGS)

# One program with the Swift libraries linked in, which runs where no toolchain is.
release: deps
	$(SWIFT) build $(RELEASE) --product casement

# The main job: a real terminal in a private service is typed into, and leaves its picture.
demo: release
	@casement="$$($(SWIFT) build $(RELEASE) --show-bin-path)/casement"; picture="$(CURDIR)/casement-demo.png"; \
	"$$casement" run --timeout 60 --screen 720x400 -- sh -ec ' \
	  foot --font="DejaVu Sans Mono:size=13" --override=cursor.blink=no sh -c "PS1=\"\\$$ \" exec sh" & \
	  "$$0" wait window foot; \
	  "$$0" wait settled; \
	  "$$0" type "echo Casement: windows with levels, one of them key"; \
	  "$$0" press Return; \
	  "$$0" type "echo Zażółć gęślą jaźń, ∑ √ → ✓"; \
	  "$$0" press Return; \
	  "$$0" wait settled; \
	  "$$0" shot "$$1"' "$$casement" "$$picture" && \
	echo "The picture is $$picture"

# All tests. Prints how many ran; fails when one fails or is skipped.
test: deps
	@mkdir -p $(RESULTS); rm -f $(RESULTS)/*.xml
	$(SWIFT) build $(FLAGS) --build-tests
	@status=0; $(SWIFT) test --skip-build --xunit-output $(RESULTS)/tests.xml || status=$$?; \
	total() { sed -n "s/.*<testsuite [^>]*\b$$1=\"\([0-9]*\)\".*/\1/p" $(RESULTS)/*.xml | awk '{ sum += $$1 } END { print sum + 0 }'; }; \
	tests=$$(total tests); failures=$$(total failures); errors=$$(total errors); skipped=$$(total skipped); \
	failed=$$((failures + errors)); \
	echo "$$((tests - failed - skipped)) passed, $$failed failed, $$skipped skipped"; \
	[ $$status = 0 ] && [ $$failed = 0 ] && [ $$skipped = 0 ] && [ $$tests -gt 0 ]

# The Wayland Conformance Suite. Prints how many passed; Tests/Conformance/known.txt lists what may fail.
conformance: PACKAGES = $(BUILD_PACKAGES) $(CONFORMANCE_PACKAGES)
conformance: deps
	$(SWIFT) build $(FLAGS) --product CasementWLCS
	Tests/Conformance/run "$$($(SWIFT) build $(FLAGS) --show-bin-path)/libCasementWLCS.so"

# The same with AddressSanitizer, which also finds what is lost.
SANITIZED := --sanitize address --scratch-path .build/asan $(FLAGS)
conformance-asan: PACKAGES = $(BUILD_PACKAGES) $(CONFORMANCE_PACKAGES)
conformance-asan: deps
	$(SWIFT) build $(SANITIZED) --product CasementWLCS
	LIMIT=120 RESULTS=.build/conformance-asan LSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Conformance/leaks.txt:print_suppressions=0" \
	  PRELOAD="$$(clang -print-file-name=libclang_rt.asan-x86_64.so)" \
	  Tests/Conformance/run "$$($(SWIFT) build $(SANITIZED) --show-bin-path)/libCasementWLCS.so"

# A thousand servers in one process, the module opened and closed for each: memory, descriptors and threads stay as they were.
conformance-cycles: PACKAGES = $(BUILD_PACKAGES) $(CONFORMANCE_PACKAGES)
conformance-cycles: deps
	$(SWIFT) build $(FLAGS) --product CasementWLCS
	clang -Wall -Wextra -ISources/CWLCS/include Tests/Conformance/cycles.c -o .build/conformance-cycles \
	  $$(pkg-config --cflags --libs wayland-client) -ldl
	.build/conformance-cycles "$$($(SWIFT) build $(FLAGS) --show-bin-path)/libCasementWLCS.so"

# A long run of random operations on the window model, SEEDS of them, and of random requests to a service, WIRE_SEEDS of them.
SEEDS ?= 5000
WIRE_SEEDS ?= 500
soak: deps
	CASEMENT_SEEDS=$(SEEDS) $(SWIFT) test $(FLAGS) --filter RandomOperationsTests
	CASEMENT_SEEDS=$(WIRE_SEEDS) $(SWIFT) test $(FLAGS) --filter randomRequestsNeverHarm

# A GTK form is driven COUNT times under the real clock, and PICTURES times under a manual one, while another core is busy.
soak-form: release
	CASEMENT="$$($(SWIFT) build $(RELEASE) --show-bin-path)/casement" Tests/Soak/soak.sh

# Runs a service under callgrind and lists the functions that it used, the busiest first, for the linker.
order: PACKAGES = $(BUILD_PACKAGES) $(BENCH_PACKAGES)
order: deps
	$(SWIFT) build $(RELEASE)
	"$$($(SWIFT) build $(RELEASE) --show-bin-path)/CasementBench" --order Sources/Link/functions
	@rm -f "$$($(SWIFT) build $(RELEASE) --show-bin-path)/casement" # so that the next build links it anew

# Every target of speed and memory, each with a baseline of its own in the same run: a table, .build/bench/bench.json and growth.svg there.
# BENCH names parts of it (Sources/Documentation/performance.md lists them) and options (--quick, --runs N).
BENCH ?=
bench: PACKAGES = $(BUILD_PACKAGES) $(BENCH_PACKAGES)
bench: deps
	$(SWIFT) build $(RELEASE)
	@mkdir -p .build/bench
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/CasementBench" --out .build/bench $(BENCH)

# Runs what people run: every client and tool of the matrix is started, driven, and looked at. Renews the table and its pictures.
clients: release
	@$(MAKE) --no-print-directory deps PACKAGES="$(CLIENT_PACKAGES)"
	python3 Tests/Clients/matrix.py --casement "$$($(SWIFT) build $(RELEASE) --show-bin-path)/casement" --docs Sources/Documentation

# The same with more programs, without forms of ours; it takes longer to install than to run.
more-clients: release
	@$(MAKE) --no-print-directory deps PACKAGES="$(CLIENT_PACKAGES) $(MORE_PACKAGES)"
	python3 Tests/Clients/matrix.py --more --casement "$$($(SWIFT) build $(RELEASE) --show-bin-path)/casement" --docs Sources/Documentation

# Writes the pages that are made from the sources.
docs: deps
	CASEMENT_RENEW_DOCS=1 $(SWIFT) test $(FLAGS) --filter ReferencePageTests

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

clean:
	rm -rf .build casement-demo.png
