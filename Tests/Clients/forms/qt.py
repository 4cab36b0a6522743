"""A window of Qt with one of each thing that people use; its title tells what it heard last. `qt.py 5` or `qt.py 6`."""

import importlib
import sys

MAJOR = int(sys.argv[1])
core, gui, widgets = (importlib.import_module(f"PyQt{MAJOR}.Qt{part}") for part in ("Core", "Gui", "Widgets"))
DRAGGED = f"dragged out of Qt {MAJOR}"


class Source(widgets.QLabel):
    def mousePressEvent(self, event):
        self.pressed = event.pos()

    def mouseMoveEvent(self, event):
        if (event.pos() - self.pressed).manhattanLength() < widgets.QApplication.startDragDistance():
            return
        data = core.QMimeData()
        data.setText(DRAGGED)
        drag = gui.QDrag(self)
        drag.setMimeData(data)
        (drag.exec if MAJOR == 6 else drag.exec_)(core.Qt.DropAction.CopyAction)


class Target(widgets.QLabel):
    def __init__(self, form):
        super().__init__("drop here", form.content)
        self.form = form
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event):
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event):
        self.form.say("dropped:" + event.mimeData().text())
        event.acceptProposedAction()


class Form(widgets.QMainWindow):
    def __init__(self):
        super().__init__()
        self.was_full = False
        self.content = widgets.QWidget()
        self.setCentralWidget(self.content)
        self.resize(640, 460)
        entry = widgets.QLineEdit(self.content)
        entry.textChanged.connect(lambda text: self.say("typed:" + text))
        entry.setGeometry(20, 20, 300, 34)
        choice = widgets.QComboBox(self.content)
        choice.addItems(["one", "two", "three"])
        choice.currentTextChanged.connect(lambda text: self.say("chose:" + text))
        choice.setGeometry(20, 80, 300, 34)
        button = widgets.QPushButton("click", self.content)
        button.clicked.connect(lambda: self.say("clicked"))
        button.setGeometry(20, 140, 300, 60)
        asking = widgets.QPushButton("ask", self.content)
        asking.clicked.connect(self.ask)
        asking.setGeometry(360, 220, 200, 40)
        source = Source("drag this", self.content)
        source.setGeometry(360, 20, 200, 60)
        target = Target(self)
        target.setGeometry(360, 120, 200, 60)
        for label in (source, target):
            label.setFrameShape(widgets.QFrame.Shape.Box)
        area = widgets.QScrollArea(self.content)
        area.setWidget(widgets.QLabel("\n".join(f"line {number}" for number in range(200))))
        area.verticalScrollBar().valueChanged.connect(lambda _: self.say("scrolled"))
        area.setGeometry(20, 220, 300, 160)
        gui_action = gui.QAction if MAJOR == 6 else widgets.QAction
        full = gui_action(self)
        full.setShortcut("F11")
        full.triggered.connect(lambda: self.showNormal() if self.isFullScreen() else self.showFullScreen())
        self.addAction(full)
        self.say("ready")

    def say(self, text):
        self.setWindowTitle(text)

    def ask(self):
        box = widgets.QMessageBox(self)
        box.setText("Is this a question?")
        buttons = widgets.QMessageBox.StandardButton
        box.setStandardButtons(buttons.Ok | buttons.Cancel)
        box.setDefaultButton(buttons.Ok)
        box.finished.connect(lambda answer: self.say(f"answered:{int(answer)}"))
        box.open()

    def contextMenuEvent(self, event):
        menu = widgets.QMenu(self)
        for word in ("first", "second", "third"):
            menu.addAction(word).triggered.connect(lambda _, word=word: self.say("menu:" + word))
        menu.popup(event.globalPos())

    def changeEvent(self, event):
        if event.type() == core.QEvent.Type.WindowStateChange and self.isFullScreen() != self.was_full:
            self.was_full = self.isFullScreen()
            self.say("fullscreen" if self.isFullScreen() else "no longer fullscreen")
        super().changeEvent(event)


application = widgets.QApplication(sys.argv[:1])
gui.QGuiApplication.setDesktopFileName(f"form.qt{MAJOR}")
application.setCursorFlashTime(0)
form = Form()
form.show()
sys.exit(application.exec() if MAJOR == 6 else application.exec_())
