/// How the page of a flight recording looks.
enum ReportStyle {
  static let text = """
    :root { color-scheme: light dark; --ink: #1d2433; --paper: #f6f7f9; --card: #fff; --line: #d5d9e2; --dim: #6a7386;
      --key: #c98a00; --input: #d6336c; --error: #c92a2a; --out: #2b8a3e; --accent: #3b5bdb; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --paper: #14171d; --card: #1d2129; --line: #353b48; --dim: #98a1b3;
      --key: #ffc94d; --input: #ff6b9d; --error: #ff8787; --out: #69db7c; --accent: #91a7ff; } }
    * { box-sizing: border-box; }
    body { margin: 0; font: 13px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); display: flex;
      flex-direction: column; height: 100vh; }
    header { padding: 8px 14px; border-bottom: 1px solid var(--line); background: var(--card); }
    h1 { font-size: 16px; margin: 0; } header p { margin: 2px 0; color: var(--dim); }
    #notices { margin: 4px 0; padding: 0; list-style: none; } #notices li { border-left: 4px solid var(--key); padding: 1px 8px; margin: 2px 0; }
    #notices li.error { border-color: var(--error); color: var(--error); font-weight: 600; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 1px 12px; margin: 6px 0; } dt { color: var(--dim); } dd { margin: 0;
      overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
    main { flex: 1 1 auto; display: flex; min-height: 220px; }
    #left { flex: 3 1 0; min-width: 0; display: flex; flex-direction: column; padding: 8px 14px; }
    #right { flex: 2 1 0; min-width: 260px; max-width: 640px; display: flex; flex-direction: column; border-left: 1px solid var(--line);
      background: var(--card); }
    nav { display: flex; gap: 6px; align-items: center; flex-wrap: wrap; } nav output { font-variant-numeric: tabular-nums; min-width: 110px;
      font-weight: 600; }
    button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 5px; padding: 2px 9px; }
    .only3d { display: none; } .exploded .only3d { display: inline; }
    #stage { flex: 1 1 auto; position: relative; overflow: hidden; margin-top: 8px; min-height: 120px; }
    #caption { margin: 4px 0 0; color: var(--dim); min-height: 1.4em; }
    .screen { position: absolute; outline: 1px solid var(--line); background: #000; }
    .screen > img, .pane img { position: absolute; inset: 0; width: 100%; height: 100%; image-rendering: auto; display: block; }
    .name { position: absolute; left: 0; top: -17px; font-size: 11px; color: var(--dim); white-space: nowrap; }
    .missing { position: absolute; inset: 0; display: grid; place-items: center; color: #999; font-size: 12px;
      background: repeating-linear-gradient(45deg, #8881 0 8px, #8883 8px 16px); }
    .keybox { position: absolute; outline: 2px solid var(--key); pointer-events: none; }
    .keybox b, .pane b { position: absolute; right: 0; top: 0; background: var(--key); color: #000; font-size: 10px; padding: 0 5px; }
    .mark { position: absolute; width: 22px; height: 22px; margin: -11px; border: 3px solid var(--input); border-radius: 50%;
      background: color-mix(in srgb, var(--input) 30%, transparent); pointer-events: none; }
    .mark.motion { width: 6px; height: 6px; margin: -3px; border: 0; background: var(--input); } .mark.touch { border-style: double; }
    .mark span { position: absolute; left: 22px; top: -3px; background: var(--input); color: #fff; font-size: 10px; padding: 0 4px;
      white-space: nowrap; border-radius: 3px; }
    .exploded .screen { background: none; outline: none; perspective: 1800px; }
    .space { position: absolute; inset: 0; transform-style: preserve-3d; }
    .floor { position: absolute; inset: 0; border: 1px solid var(--dim); background: color-mix(in srgb, var(--card) 70%, transparent); }
    .pane { position: absolute; outline: 1px solid var(--dim); transform-style: preserve-3d; background: #8882; }
    .pane.key { outline: 3px solid var(--key); box-shadow: 0 0 22px var(--key); }
    .pane i { position: absolute; left: 0; bottom: -16px; font: 11px system-ui; white-space: nowrap; background: var(--card); padding: 0 4px; }
    .level { position: absolute; right: 100%; top: 0; margin-right: 8px; font-size: 12px; font-weight: 600; color: var(--accent);
      white-space: nowrap; }
    #filters { padding: 6px 10px; border-bottom: 1px solid var(--line); display: flex; gap: 10px; flex-wrap: wrap; }
    #log { flex: 1 1 0; overflow: auto; margin: 0; padding: 0; list-style: none; font-family: ui-monospace, monospace; font-size: 12px; }
    #log li { display: grid; grid-template-columns: 74px 1fr; gap: 8px; padding: 1px 10px; cursor: pointer; border-left: 4px solid transparent; }
    #log li.now { background: color-mix(in srgb, var(--accent) 22%, transparent); } #log time { color: var(--dim); text-align: right; }
    #log span { white-space: pre-wrap; overflow-wrap: anywhere; } #log .input { border-color: var(--input); }
    #log .error { border-color: var(--error); color: var(--error); } #log .focus { border-color: var(--key); }
    #log .out { border-color: var(--out); } #log .err { border-color: var(--error); } #log .picture { color: var(--dim); }
    #bottom { border-top: 1px solid var(--line); background: var(--card); padding: 4px 14px 8px; max-height: 34vh; overflow: auto; flex: none; }
    #scroll { overflow-x: auto; } #timeline { position: relative; min-width: 100%; cursor: crosshair; padding-top: 18px; }
    .lane { position: relative; height: 18px; border-top: 1px solid var(--line); }
    .lane > em { position: sticky; left: 0; z-index: 2; font-style: normal; font-size: 11px; padding: 0 4px; pointer-events: none;
      background: color-mix(in srgb, var(--card) 75%, transparent); }
    .lane > div { position: absolute; top: 3px; height: 12px; min-width: 2px; border-radius: 2px; }
    .bar { background: color-mix(in srgb, var(--accent) 45%, transparent); } .bar.key { background: var(--key); }
    .tick.picture { background: var(--dim); } .tick.input { background: var(--input); } .tick.error { background: var(--error); }
    .tick.out { background: var(--out); } .tick.err { background: var(--error); } .tick.note { background: var(--key); }
    #cursor { position: absolute; top: 0; bottom: 0; width: 0; border-left: 2px solid var(--input); z-index: 3; pointer-events: none; }
    .scale { position: absolute; top: 0; font-size: 10px; color: var(--dim); border-left: 1px solid var(--line); padding-left: 3px; }
    """
}
