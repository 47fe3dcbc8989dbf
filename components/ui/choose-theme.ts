import { type Theme, THEME_COOKIE } from "@/console/state/theme";

const YEAR_S = 365 * 24 * 60 * 60;

/** Shows the console in a theme from now on. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  storeChoice(THEME_COOKIE, theme);
}

/** Keeps a choice for the server, which renders the pages below `path` with it. */
export function storeChoice(cookie: string, value: string, path = "/"): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookie}=${value}; path=${path}; max-age=${YEAR_S}; samesite=lax${secure}`;
}
