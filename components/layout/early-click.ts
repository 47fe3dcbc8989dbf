// Runs before any other script, so it is plain text. Links and popovers work by themselves, and submit buttons are disabled
// for as long as the page's script is missing. Menus open on the pointer, everything else on the click. React hydrates a
// page part by part: it marks elements that it renders, stops clicks on parts that are not ready, and may lose one during.
export const EARLY_CLICK = `(() => {
  let presses = 0;
  let passed = false;
  const isMarked = (button) => Object.keys(button).some((name) => name.startsWith("__reactProps$"));
  const repeat = (button) => {
    const pointer = { bubbles: true, cancelable: true, button: 0, pointerType: "mouse" };
    button.dispatchEvent(new PointerEvent("pointerdown", pointer));
    button.click();
  };
  const later = (run) => setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(run), 50);
  const wait = (button, press, wasMarked) => later(() => {
    if (press !== presses || !button.isConnected) return;
    if (wasMarked && isMarked(button)) repeat(button);
    else wait(button, press, isMarked(button));
  });
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const press = ++presses;
    passed = false;
    if (button === null || button.type === "submit" || button.popoverTargetElement) return;
    const marked = isMarked(button);
    setTimeout(() => (marked && passed) || wait(button, press, false));
  }, true);
  document.documentElement.addEventListener("click", () => { passed = true; }, true);
})()`;
