// Where keys are text, and where what was done before is out of sight.
const ELSEWHERE = "input:not([type=checkbox]), textarea, select, [role=dialog]";

let isListening = false;

/** Ctrl+Z, on a Mac ⌘Z, calls `undo` from now on; it returns whether there was something to undo. */
export function listenForUndo(undo: () => boolean): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    if (target instanceof Element && target.closest(ELSEWHERE) !== null) return;
    if (undo()) event.preventDefault();
  });
}
