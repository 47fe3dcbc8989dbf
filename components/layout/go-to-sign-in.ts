let isSigningOut = false;

/** Goes to the sign-in page, which returns to the current one; while the user is signing out this does nothing. */
export function goToSignIn(): void {
  if (isSigningOut) return;
  const { pathname, search, hash } = window.location;
  const callbackUrl = encodeURIComponent(pathname + search + hash);
  window.location.replace(`/sign-in?callbackUrl=${callbackUrl}`);
}

/** Says whether the user is signing out: the requests of the page that are refused then mean nothing. */
export function setSigningOut(value: boolean): void {
  isSigningOut = value;
}
