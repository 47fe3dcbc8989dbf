/** The cookie that says in which organisation somebody was last, so that `/filesystems` leads there. */
export const ORGANISATION_COOKIE = "organisation";

const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the organisation that is looked at, in this browser. */
export function rememberOrganisation(id: string): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  const kept = `path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  document.cookie = `${ORGANISATION_COOKIE}=${encodeURIComponent(id)}; ${kept}`;
}
