const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser says that a request comes from our own pages, or that does not matter because it changes nothing
 * (spec 3.6): `Sec-Fetch-Site`, or for a browser without it an `Origin` equal to the configured one.
 */
export function isOwnOrigin({ method, headers }: Request, appUrl: URL): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === appUrl.origin : site === "same-origin";
}
