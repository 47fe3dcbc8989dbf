import { EARLY_CLICK } from "./early-click";

/** Repeats the last click on a button that comes before the page's script. */
export function FirstScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: EARLY_CLICK }}
    />
  );
}
