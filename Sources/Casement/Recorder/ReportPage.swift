/// The page of a flight recording, up to where its records follow.
///
/// It needs nothing but a browser: no network, no server. Records are script elements of JSON, which the page reads when all of it has come;
/// one that was cut off in the middle is left out.
enum ReportPage {
  /// What stands before the first record.
  static var head: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Casement: flight recording</title>
    <style>
    \(ReportStyle.text)
    </style>
    \(body)
    <script>
    "use strict";
    \(ReportScript.reading)
    \(ReportScript.stage)
    \(ReportScript.timeline)
    </script>

    """
  }

  private static let body = """
    <header>
      <h1 id="title">Flight recording</h1>
      <p id="summary"></p>
      <ul id="notices"></ul>
      <details><summary>Versions and options</summary><dl id="about"></dl></details>
    </header>
    <main>
      <section id="left">
        <nav>
          <button id="first" title="Home">|◀</button><button id="back" title="←">◀</button>
          <button id="play" title="Space">▶ play</button>
          <button id="next" title="→">▶</button><button id="last" title="End">▶|</button>
          <output id="clock"></output>
          <label><input type="checkbox" id="explode"> exploded by level</label>
          <label class="only3d">turn <input type="range" id="turn" min="-80" max="80" value="-32"></label>
          <label class="only3d">tilt <input type="range" id="tilt" min="0" max="85" value="52"></label>
          <label class="only3d">gap <input type="range" id="gap" min="10" max="160" value="60"></label>
        </nav>
        <div id="stage"></div>
        <p id="caption"></p>
      </section>
      <section id="right">
        <div id="filters"></div>
        <ol id="log"></ol>
      </section>
    </main>
    <section id="bottom">
      <label>zoom <input type="range" id="zoom" min="1" max="60" value="1"></label>
      <div id="scroll"><div id="timeline"></div></div>
    </section>
    <noscript>This page shows the records that follow in it, for which it needs JavaScript.</noscript>
    """
}
