/// What the page of a flight recording does.
enum ReportScript {
  /// Reads the records.
  static let reading = #"""
    const $ = id => document.getElementById(id);
    const make = (tag, kind, text) => {
      const node = document.createElement(tag);
      if (kind) node.className = kind;
      if (text !== undefined) node.textContent = text;
      return node;
    };
    const buttons = {272: "left", 273: "right", 274: "middle"};
    const seconds = t => (t / 1000).toFixed(3) + " s";
    const data = {start: {}, end: null, notes: [], dropped: null, events: [], output: [], shots: [], pictures: new Map(), broken: 0, last: 0};

    // What a program wrote in parts, as people read it: the parts of a line that came in short succession are one.
    const open = {};
    function write(record) {
      const line = open[record.k];
      if (line && record.t - line.t < 50) line.text += record.text;
      else data.output.push(open[record.k] = record);
      if (record.text.endsWith("\n")) delete open[record.k];
    }

    function read() {
      for (const node of document.querySelectorAll('script[type="application/json"]')) {
        let record;
        try { record = JSON.parse(node.textContent); } catch { data.broken++; continue; }
        if (record.t !== undefined) data.last = Math.max(data.last, record.t);
        switch (record.k) {
          case "start": data.start = record; break;
          case "end": data.end = record; break;
          case "note": data.notes.push(record); break;
          case "dropped": data.dropped = record; break;
          case "event": data.events.push(Object.assign(record.event, {t: record.t})); break;
          case "out": case "err": write(record); break;
          case "picture": data.pictures.set(record.id, "data:image/png;base64," + record.png); break;
          case "shot": data.shots.push(record); break;
        }
        node.remove();
      }
    }

    const windowName = event => (event.title || event.appID || "window") + " #" + event.window;

    // What one event says in the log: its kind for colour and filter, and its text.
    function describe(event) {
      const who = event.window === undefined ? "" : " → " + (event.appID || "window") + " #" + event.window;
      switch (event.kind) {
        case "input": {
          const i = event.input, at = i.x === undefined ? "" : ` ${+i.x.toFixed(1)},${+i.y.toFixed(1)}`;
          const what = i.key ? ` ${i.key}` : i.code !== undefined ? ` ${i.device === "pointer" && buttons[i.code] || i.code}` : i.finger !== undefined ? ` finger ${i.finger}` : "";
          const far = i.dx || i.dy ? ` by ${i.dx || 0},${i.dy || 0}` : "";
          return ["input", `${i.device} ${i.action}${what}${at}${far}${who || " → nobody"}`];
        }
        case "protocolError": {
          const e = event.error;
          const before = e.requests.length ? "\nits last requests:\n  " + e.requests.join("\n  ") : "";
          return ["error", `protocol error of client ${event.client} (process ${event.pid ?? "unknown"}): ${e.interface}@${e.object} ` +
            `error ${e.code}: ${e.message}${before}`];
        }
        case "becameKey": case "resignedKey": return ["focus", `${event.kind}${who} (${event.reason})`];
        case "clientConnected": case "clientGone": return ["client", `${event.kind} ${event.client} (process ${event.pid ?? "unknown"})`];
        default: {
          const more = [];
          if (event.title) more.push("“" + event.title + "”");
          if (event.kind === "windowFrame" && event.frame)
            more.push(`${event.frame.x},${event.frame.y} ${event.frame.width}×${event.frame.height}`);
          if (event.kind === "windowLevel") more.push("level " + event.level);
          if (event.screen) more.push("on " + event.screen);
          return [event.kind.startsWith("screen") ? "screen" : "window", [event.kind + who, ...more].join(" ")];
        }
      }
    }

    function header() {
      const {start, end} = data;
      const command = (start.command || []).join(" ");
      document.title = "Casement: " + (command || "flight recording");
      $("title").textContent = command || "Flight recording of a service";
      const errors = data.events.filter(e => e.kind === "protocolError").length;
      const ending = !end ? "did not end" : end.status === null || end.status === undefined ? end.reason
        : `exit status ${end.status}: ${end.reason}`;
      $("summary").textContent = `${start.began || ""} · ${seconds(data.last)} · ${ending} · ${data.shots.length} moments with ` +
        `${data.pictures.size} pictures · ${errors} protocol errors`;
      const notice = (text, isError) => $("notices").append(make("li", isError ? "error" : "", text));
      if (!end) notice("The recording has no end: the service was killed, or could not write any more.", true);
      if (data.broken) notice(`${data.broken} record${data.broken > 1 ? "s were" : " was"} cut off and cannot be read.`, true);
      if (data.dropped) notice(`To bound the size of this page, the ${data.dropped.pictures} oldest pictures and ${data.dropped.records} ` +
        "oldest records were dropped.");
      if (end && end.skipped) notice(`${end.skipped} times something happened too soon after a picture; the next picture shows it.`);
      for (const note of data.notes) notice(note.text, /ends here|cannot|error/i.test(note.text));
      for (const [name, value] of Object.entries(start)) {
        if (name === "k" || name === "t") continue;
        $("about").append(make("dt", "", name), make("dd", "", Array.isArray(value) ? value.join(" ") : String(value)));
      }
    }
    """#

  /// Shows the screens of one moment.
  static let stage = #"""
    let at = 0, exploded = false;

    const shotAt = t => { let found = null; for (const shot of data.shots) { if (shot.t <= t) found = shot; else break; } return found || data.shots[0]; };

    function image(number) {
      const source = data.pictures.get(number);
      if (!source) return make("div", "missing", number === null ? "no picture" : "picture dropped");
      const node = make("img");
      node.src = source;
      return node;
    }

    function place(node, box, scale) {
      Object.assign(node.style, {left: box.x * scale + "px", top: box.y * scale + "px", width: box.width * scale + "px",
        height: box.height * scale + "px"});
      return node;
    }

    // The input of the last second and a half, where it landed; older is paler.
    function marks(screen, scale) {
      const result = [];
      let from = null;
      for (const event of data.events) {
        if (event.kind !== "input" || event.t > at) continue;
        const i = event.input;
        if (i.x !== undefined) from = i;
        const age = at - event.t;
        if (age > 1500) continue;
        const spot = i.x !== undefined ? i : i.device === "keyboard" ? null : from;
        if (!spot) continue;
        const x = spot.x - screen.x, y = spot.y - screen.y;
        if (x < 0 || y < 0 || x > screen.width || y > screen.height) continue;
        const mark = make("div", "mark " + i.device + " " + (i.action === "motion" ? "motion" : ""));
        Object.assign(mark.style, {left: x * scale + "px", top: y * scale + "px", opacity: 1 - age / 2000});
        if (i.action !== "motion" && i.action !== "up" && i.action !== "release") mark.append(make("span", "", i.action));
        result.push(mark);
      }
      return result;
    }

    function flat(screen, scale) {
      const node = make("div", "screen");
      node.append(image(screen.picture), make("div", "name", screen.name + " " + screen.width + "×" + screen.height));
      const key = screen.windows.find(w => w.key);
      if (key) {
        const box = place(make("div", "keybox"), key.frame, scale);
        box.append(make("b", "", "key: " + (key.appID || key.title || "#" + key.id)));
        node.append(box);
      }
      node.append(...marks(screen, scale));
      return node;
    }

    function stack(screen, scale) {
      const node = make("div", "screen"), space = make("div", "space"), floor = make("div", "floor");
      space.style.transform = `rotateX(${$("tilt").value}deg) rotateZ(${$("turn").value}deg)`;
      const levels = [...new Set(screen.windows.map(w => w.level))].sort((a, b) => a - b);
      const gap = +$("gap").value;
      const middle = (screen.windows.length + levels.length) * gap / 2;
      floor.style.transform = `translateZ(${-middle}px)`;
      floor.append(make("div", "name", screen.name));
      space.append(floor);
      let height = -middle, last = null;
      for (const window of screen.windows) {
        height += gap;
        const box = place(make("div", window.key ? "pane key" : "pane"), window.frame, scale);
        if (window.level !== last) {
          height += gap;
          box.append(make("div", "level", "level " + window.level));
          last = window.level;
        }
        box.style.transform = `translateZ(${height}px)`;
        box.append(image(window.picture), make("i", "", (window.appID || "") + " “" + (window.title || "") + "” #" + window.id));
        if (window.key) box.append(make("b", "", "key"));
        space.append(box);
      }
      const top = make("div");
      top.style.transform = `translateZ(${height + 2}px)`;
      top.append(...marks(screen, scale));
      space.append(top);
      node.append(space);
      return node;
    }

    function show() {
      const shot = shotAt(at), stage = $("stage");
      stage.replaceChildren();
      $("clock").textContent = seconds(at);
      document.body.classList.toggle("exploded", exploded);
      if (!shot) { $("caption").textContent = "There is no picture."; return; }
      const left = Math.min(...shot.screens.map(s => s.x)), top = Math.min(...shot.screens.map(s => s.y));
      const right = Math.max(...shot.screens.map(s => s.x + s.width)), bottom = Math.max(...shot.screens.map(s => s.y + s.height));
      const room = exploded ? 0.55 : 1;
      const scale = Math.min(stage.clientWidth / (right - left), (stage.clientHeight - 20) / (bottom - top), 2) * room;
      for (const screen of shot.screens) {
        const node = exploded ? stack(screen, scale) : flat(screen, scale);
        const box = {x: screen.x - left, y: screen.y - top, width: screen.width, height: screen.height};
        place(node, box, scale);
        node.style.top = (screen.y - top) * scale + 18 + "px";
        if (exploded) {
          node.style.left = (stage.clientWidth - (right - left) * scale) / 2 + box.x * scale + "px";
          node.style.top = (stage.clientHeight - (bottom - top) * scale) / 2 + box.y * scale + "px";
        }
        stage.append(node);
      }
      const windows = shot.screens.flatMap(s => s.windows);
      $("caption").textContent = `picture of ${seconds(shot.t)} (${shot.reason}); back to front: ` +
        (windows.map(w => `${w.appID || w.title || "window"} #${w.id}${w.key ? " (key)" : ""}`).join(", ") || "no window");
    }
    """#

  /// The timeline, the log, and what the keys and buttons do.
  static let timeline = #"""
    const moments = [];

    function collect() {
      for (const event of data.events) { const [kind, text] = describe(event); moments.push({t: event.t, kind, text}); }
      for (const line of data.output) moments.push({t: line.t, kind: line.k, text: line.text.replace(/\n$/, "")});
      for (const shot of data.shots) moments.push({t: shot.t, kind: "picture", text: "picture (" + shot.reason + ")"});
      for (const note of data.notes) if (note.t !== undefined) moments.push({t: note.t, kind: "note", text: note.text});
      if (data.end) moments.push({t: data.end.t, kind: "note", text: "end: " + data.end.reason});
      moments.sort((a, b) => a.t - b.t);
    }

    function log() {
      const kinds = ["input", "focus", "window", "client", "screen", "error", "out", "err", "picture", "note"];
      for (const kind of kinds) {
        if (!moments.some(m => m.kind === kind)) continue;
        const label = make("label"), box = make("input");
        box.type = "checkbox";
        box.checked = true;
        box.onchange = () => { for (const m of moments) if (m.kind === kind) m.node.hidden = !box.checked, m.node.style.display = box.checked ? "" : "none"; };
        label.append(box, " " + ({out: "stdout", err: "stderr"}[kind] || kind));
        $("filters").append(label);
      }
      for (const moment of moments) {
        const node = make("li", moment.kind);
        node.append(make("time", "", seconds(moment.t)), make("span", "", moment.text));
        node.onclick = () => select(moment.t, moment);
        moment.node = node;
        $("log").append(node);
      }
    }

    function lanes() {
      const span = Math.max(data.last, 1), line = $("timeline");
      const lane = name => { const node = make("div", "lane"); node.append(make("em", "", name)); line.append(node); return node; };
      const mark = (lane, kind, from, to, text) => {
        const node = make("div", kind);
        node.style.left = from / span * 100 + "%";
        node.style.width = to === undefined ? "2px" : Math.max(0, to - from) / span * 100 + "%";
        node.title = seconds(from) + " " + text;
        lane.append(node);
      };
      for (let part = 0; part < 10; part++) {
        const node = make("div", "scale", seconds(span * part / 10));
        node.style.left = part * 10 + "%";
        line.append(node);
      }
      const pictures = lane("pictures");
      for (const shot of data.shots) mark(pictures, "tick picture", shot.t, undefined, shot.reason);
      const windows = new Map();
      const named = event => {
        let w = windows.get(event.window);
        if (!w) windows.set(event.window, w = {name: "", shown: null, key: null, bars: [], keys: []});
        if (event.title || event.appID) w.name = windowName(event);
        return w;
      };
      const close = (w, t) => {
        if (w.shown !== null) w.bars.push([w.shown, t]), w.shown = null;
        if (w.key !== null) w.keys.push([w.key, t]), w.key = null;
      };
      for (const event of data.events) {
        if (event.window === undefined) continue;
        const w = named(event);
        if (event.kind === "windowVisible") w.shown = event.t;
        if (event.kind === "windowHidden" || event.kind === "windowGone") close(w, event.t);
        if (event.kind === "becameKey") w.key = event.t;
        if (event.kind === "resignedKey" && w.key !== null) w.keys.push([w.key, event.t]), w.key = null;
      }
      for (const [id, w] of windows) {
        close(w, span);
        if (!w.bars.length && !w.keys.length) continue;
        const row = lane(w.name || "window #" + id);
        for (const [from, to] of w.bars) mark(row, "bar", from, to, "visible");
        for (const [from, to] of w.keys) mark(row, "bar key", from, to, "key");
      }
      const inputs = data.events.filter(e => e.kind === "input"), errors = data.events.filter(e => e.kind === "protocolError");
      const row = lane("input");
      for (const event of inputs) mark(row, "tick input", event.t, undefined, describe(event)[1]);
      const clients = new Map();
      for (const event of data.events) {
        if (event.kind === "clientConnected") clients.set(event.client, {pid: event.pid, from: event.t, to: span});
        if (event.kind === "clientGone" && clients.has(event.client)) clients.get(event.client).to = event.t;
      }
      for (const [id, c] of clients) mark(lane(`client ${id} (process ${c.pid ?? "unknown"})`), "bar", c.from, c.to, "connected");
      if (errors.length) { const row = lane("protocol errors"); for (const e of errors) mark(row, "tick error", e.t, undefined, e.error.message); }
      for (const [kind, name] of [["out", "stdout"], ["err", "stderr"]]) {
        const lines = data.output.filter(o => o.k === kind);
        if (!lines.length) continue;
        const row = lane(name);
        for (const l of lines) mark(row, "tick " + kind, l.t, undefined, l.text);
      }
      const cursor = make("div");
      cursor.id = "cursor";
      line.append(cursor);
      const pick = event => { if (event.buttons & 1) select((event.clientX - line.getBoundingClientRect().left) / line.clientWidth * span); };
      line.onpointerdown = pick;
      line.onpointermove = pick;
    }

    let chosen = null;
    function select(t, moment) {
      at = Math.min(Math.max(t, 0), data.last);
      if (!moment) for (const m of moments) { if (m.t <= at) moment = m; else break; }
      if (chosen) chosen.node.classList.remove("now");
      chosen = moment;
      if (chosen) { chosen.node.classList.add("now"); chosen.node.scrollIntoView({block: "nearest"}); }
      $("cursor").style.left = at / Math.max(data.last, 1) * 100 + "%";
      show();
    }

    function step(by) {
      const shown = moments.filter(m => !m.node.hidden);
      const index = shown.indexOf(chosen);
      const next = shown[Math.min(Math.max(index + by, 0), shown.length - 1)];
      if (next) select(next.t, next);
    }

    let playing = null;
    function play() {
      if (playing) { clearInterval(playing); playing = null; $("play").textContent = "▶ play"; return; }
      if (at >= data.last) select(0);
      $("play").textContent = "❚❚ pause";
      let before = performance.now();
      playing = setInterval(() => {
        const now = performance.now();
        select(at + now - before);
        before = now;
        if (at >= data.last) play();
      }, 50);
    }

    addEventListener("DOMContentLoaded", () => {
      read();
      header();
      collect();
      log();
      lanes();
      $("first").onclick = () => select(0);
      $("last").onclick = () => select(data.last);
      $("back").onclick = () => step(-1);
      $("next").onclick = () => step(1);
      $("play").onclick = play;
      $("explode").onchange = () => { exploded = $("explode").checked; show(); };
      for (const id of ["turn", "tilt", "gap"]) $(id).oninput = show;
      $("zoom").oninput = () => { $("timeline").style.width = $("zoom").value * 100 + "%"; };
      addEventListener("resize", show);
      addEventListener("keydown", event => {
        if (event.target.tagName === "INPUT" && event.target.type === "range") return;
        const done = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => select(0), End: () => select(data.last), " ": play,
          e: () => $("explode").click()}[event.key];
        if (done) { event.preventDefault(); done(); }
      });
      // #exploded and #t=MILLISECONDS open the page at a moment
      const wanted = new URLSearchParams(location.hash.slice(1));
      if (wanted.has("exploded")) $("explode").checked = exploded = true;
      // where something was to be seen last
      const full = data.shots.filter(s => s.screens.some(c => c.windows.length));
      select(wanted.has("t") ? +wanted.get("t") : full.length ? full[full.length - 1].t : data.last);
    });
    """#
}
