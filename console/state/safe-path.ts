/**
 * Where to go after signing in: `wanted` if it is a page of this origin, else the first page. A path that only looks
 * like one (`//host`, `/\host`, a scheme) would take people who trust our address to somebody else's.
 */
export function safePath(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith("/") || !URL.canParse(wanted, origin)) return "/";
  const url = new URL(wanted, origin);
  // `/..//host` is of this origin until its path alone is followed.
  const isPage = url.origin === origin && !/^\/(\/|(api|sign-in)(\/|$))/.test(url.pathname);
  return isPage ? url.pathname + url.search + url.hash : "/";
}
