const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from our own pages by `Sec-Fetch-Site`, or without it by an `Origin` equal to
 * APP_URL's; always true for requests that change nothing (spec 3.6).
 */
export function isOwnOrigin({ method, headers }: Request, appUrl: URL): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === appUrl.origin : site === "same-origin";
}
