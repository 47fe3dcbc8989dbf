/** The themes to choose from; `system` follows the device and is the default. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie with the chosen theme: the server renders with it, so the page doesn't flash. */
export const THEME_COOKIE = "theme";

/** The theme for a cookie value; unknown values mean `system`. */
export const themeOf = (value: string | undefined): Theme =>
  THEMES.find((theme) => theme === value) ?? "system";
