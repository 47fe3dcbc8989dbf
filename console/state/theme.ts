/** What people can choose of the looks; `system` follows the device and is what holds without a choice. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie that keeps the choice, so that the very first byte of a page has it and nothing flashes. */
export const THEME_COOKIE = "theme";

/** The theme that a cookie's value names; anything unknown is `system`. */
export const themeOf = (value: string | undefined): Theme =>
  THEMES.find((theme) => theme === value) ?? "system";
