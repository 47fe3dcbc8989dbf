/**
 * The path to open after signing in: `requested` if it is a page of this origin, else "/". Paths such as
 * `//host` and `/\host` would be open redirects.
 */
export function safePath(requested: string | null, origin: string): string {
  if (requested === null || !requested.startsWith("/") || !URL.canParse(requested, origin))
    return "/";
  const url = new URL(requested, origin);
  // `/..//host` parses as this origin, but its normalised path alone would be another host.
  const isPage = url.origin === origin && !/^\/(\/|(api|sign-in)(\/|$))/.test(url.pathname);
  return isPage ? url.pathname + url.search + url.hash : "/";
}
