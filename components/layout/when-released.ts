// What a press begins a click on; a scroll bar that is dragged reports no end.
const CLICKED = "a, button, label, input, summary";
// A press this long is no click, or its end was not reported.
const LONGEST_MS = 5_000;

let held: (() => void)[] | null = null;
let timer: ReturnType<typeof setTimeout>;

/** Runs at once, or after the click while a pointer is pressed: what moves under a pointer takes its click away. */
export function whenReleased(run: () => void): void {
  if (held === null) queueMicrotask(run);
  else held.push(run);
}

function hold({ button, target }: PointerEvent): void {
  if (button !== 0 || !(target instanceof Element) || target.closest(CLICKED) === null) return;
  held ??= [];
  clearTimeout(timer);
  timer = setTimeout(release, LONGEST_MS);
}

// The click is dispatched right after the pointer went up; what it does is shown before the next one.
function release(): void {
  const waiting = held ?? [];
  held = null;
  clearTimeout(timer);
  setTimeout(() => {
    for (const run of waiting) run();
  });
}

if (typeof window !== "undefined") {
  addEventListener("pointerdown", hold, true);
  for (const end of ["pointerup", "pointercancel", "contextmenu"])
    addEventListener(end, release, true);
}
