/// The parts of the reference page that no type says.
enum ReferenceText {
  static let introduction = """
    # The control socket
    Every command of `casement` that speaks to a running service is one method of a Unix socket. Its path is in `CASEMENT_SOCKET` for whatever
    `casement run` and `casement serve` start, and is printed by `casement serve`. Only the user who runs the service may connect.

    This page is made from the types that the service itself uses (`casement reference` prints it, `make docs` writes it, and a test compares).

    The protocol is [JSON-RPC 2.0](https://www.jsonrpc.org/specification): one request, or one batch of requests, a line, in UTF-8; one answer a line.

    """

  /// The client in Python; a test runs it.
  static let client = """
    A client in Python:

    ```python
    import json, os, socket
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["CASEMENT_SOCKET"])
    lines = connection.makefile("rw", encoding="utf-8")
    def call(method, **params):
        print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=lines, flush=True)
        answer = json.loads(lines.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]
    ```

    With it, `call("wait.window", window="foot")` waits for a window, `call("type", text="ls\\n")` types, and
    `base64.b64decode(call("shot", window="foot")["png"])` is a picture.

    """

  static var rules: String {
    let limits = ControlLimits()
    return """
      - Parameters go by name: `params` is an object. A member that a method does not know is an error, and so is one of another kind.
      - An `id` comes back as it was written, whatever kind of JSON it is. A request without one is a notification, and gets no answer.
      - Whole numbers are from \(-JSONNumber.largest) to \(JSONNumber.largest), where nothing else is said.
      - Calls of a connection begin in the order in which they came; each is answered as soon as it can be, so a `wait` does not hold up what
        comes after it. Input is played in the order of its calls, of all connections. Points and windows are looked up when a call's turn comes.
      - Who closes the connection takes back the calls whose turn has not come, and what they hold down is let go of. Who has nothing more to say
        and wants all of it carried out ends only its writing (`shutdown`), and reads until the end.
      - Input is answered when the programs that got it have read all of it (they answer a ping, or their socket is empty), or
        \(InputResult.patience) ms after the last of it was sent; then `unread` says who has not.
      - Time-outs are in real time. Pauses of input are on the service's clock: under `--clock manual` they pass by `step`.
      - A line has at most \(limits.line) bytes, a batch \(limits.batch) requests; \(limits.calls) calls of a connection may wait for their answer. A
        client that lets \(limits.events) bytes of events or \(limits.answers) bytes of answers wait is dropped, and told why. The service has
        room for 1024 connections.

      """
  }

  static let forms = """

    ## Forms
    ### Points
    The text `X,Y` is in points of the layout of all screens, `SCREEN:X,Y` from the corner of a screen, `WINDOW@X,Y` from that of a window. An
    object `{"x": 1, "y": 2}`, with `screen` or `window` where it is not of the layout, is the same. Input goes to points
    of screens only: another one is an error, and so is a point that is not on the screen it names. A screen's right and lower edge belong to it.

    ### Naming a window
    A number is an id, `key` the window that has the keyboard, `title=TEXT` a title, `tag=TEXT` a tag, `app-id=TEXT` an app id, and so is any other text.
    In titles, tags and app ids `*` stands for any characters, and `?` for one: `title=*Untitled*`.

    ### Describing a screen
    The text `\(ScreenSpec.form)`:
    pixels, frames a second, and what else differs from a plain screen. With `mirror` it shows another screen's picture while it has no windows;
    `mirror=none` is a screen that shows its own picture always, `mirror=auto`, as where nothing is said, one that shows the main screen's under
    `fill`, unless two screens have positions.

    """
}
