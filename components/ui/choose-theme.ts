import { type Theme, THEME_COOKIE } from "@/console/state/theme";

const YEAR_S = 365 * 24 * 60 * 60;

/** Shows the console in a theme from now on. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  storeChoice(THEME_COOKIE, theme);
}

/** Keeps a choice for the server, which renders with it. */
export function storeChoice(cookie: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
