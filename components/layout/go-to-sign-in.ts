/** Goes to the sign-in page, which returns to the current one. */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  const callbackUrl = encodeURIComponent(pathname + search + hash);
  window.location.replace(`/sign-in?callbackUrl=${callbackUrl}`);
}
