/** The cookie with the organisation visited last; `/filesystems` redirects to it. */
export const ORGANISATION_COOKIE = "organisation";

const YEAR_S = 365 * 24 * 60 * 60;

/** Saves the current organisation in this browser. */
export function saveLastOrganisation(id: string): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  const attributes = `path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  document.cookie = `${ORGANISATION_COOKIE}=${encodeURIComponent(id)}; ${attributes}`;
}
