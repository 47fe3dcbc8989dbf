export const HSTS = "max-age=31536000";

/** What every response has. */
export const FIXED = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The headers of every response of the API: it is no page, nothing may embed it, and it stays on https. */
export function apiHeaders({ protocol }: URL): Map<string, string> {
  const headers = new Map(Object.entries(FIXED));
  headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  if (protocol === "https:") headers.set("strict-transport-security", HSTS);
  return headers;
}
