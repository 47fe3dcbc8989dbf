// Runs before any other script, so it is plain text. Links work by themselves, and submit buttons are disabled for as
// long as the page's script is missing. Menus open on the pointer, everything else on the click.
const SCRIPT = `(() => {
  let button = null;
  const keep = ({ target }) => {
    const found = target.closest("button");
    if (found !== null && found.type !== "submit") button = found;
  };
  addEventListener("click", keep, true);
  globalThis.replayEarlyClick = () => {
    removeEventListener("click", keep, true);
    globalThis.replayEarlyClick = undefined;
    if (button === null || !button.isConnected) return;
    const pointer = { bubbles: true, cancelable: true, button: 0, pointerType: "mouse" };
    button.dispatchEvent(new PointerEvent("pointerdown", pointer));
    button.click();
  };
})()`;

/** Keeps the last click on a button that comes before the page's script, which `EarlyClickReplay` then repeats. */
export function EarlyClick({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
