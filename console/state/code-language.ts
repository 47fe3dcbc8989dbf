/** The languages that requests of the API reference are shown in. */
export const CODE_LANGUAGES = ["curl", "JavaScript", "Python"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** The cookie with the choice: the server renders with it, so the code doesn't flash. */
export const CODE_LANGUAGE_COOKIE = "code-language";

/** The choice for a cookie value; unknown values mean `curl`. */
export const codeLanguageOf = (value: string | undefined): CodeLanguage =>
  CODE_LANGUAGES.find((language) => language === value) ?? "curl";
