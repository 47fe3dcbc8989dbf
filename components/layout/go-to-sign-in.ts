let isSigningOut = false;

/** Goes to the sign-in page, which returns to the current one; while the user is signing out this does nothing. */
export function goToSignIn(): void {
  if (isSigningOut) return;
  const { pathname, search, hash } = window.location;
  const callbackUrl = encodeURIComponent(pathname + search + hash);
  window.location.replace(`/sign-in?callbackUrl=${callbackUrl}`);
}

/** Notes whether the user is signing out: a request that is refused then must not lead back to this page. */
export function setSigningOut(value: boolean): void {
  isSigningOut = value;
}
