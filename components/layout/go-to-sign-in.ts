import { hasTyped } from "./typed";

let isSigningOut = false;
let ask = () => {};

/** Sets how to let the user sign in without leaving the page. */
export const askWith = (replacement: typeof ask): void => void (ask = replacement);

/**
 * Goes to the sign-in page, which returns to the current one, or asks to sign in beside it if something typed would be
 * lost. While the user is signing out this does nothing.
 */
export function goToSignIn(): void {
  if (isSigningOut) return;
  if (hasTyped()) return ask();
  const { pathname, search, hash } = window.location;
  const callbackUrl = encodeURIComponent(pathname + search + hash);
  window.location.replace(`/sign-in?callbackUrl=${callbackUrl}&ended=1`);
}

/** Notes whether the user is signing out: a request that is refused then must not lead back to this page. */
export function setSigningOut(value: boolean): void {
  isSigningOut = value;
}
