/** Leaves for the sign-in, which comes back here. */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  const callbackUrl = encodeURIComponent(pathname + search + hash);
  window.location.replace(`/sign-in?callbackUrl=${callbackUrl}`);
}
