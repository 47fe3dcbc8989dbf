/** The grammars that code is highlighted with, and the extensions of their files. */
const EXTENSIONS = {
  bash: "sh zsh bashrc zshrc profile",
  c: "h",
  cpp: "cc cxx hpp hh hxx",
  csharp: "cs",
  css: "",
  diff: "patch",
  dockerfile: "containerfile",
  go: "",
  graphql: "gql",
  ini: "toml env conf cfg properties editorconfig",
  java: "",
  javascript: "js jsx mjs cjs",
  json: "jsonl ndjson geojson webmanifest",
  kotlin: "kt kts",
  lua: "",
  makefile: "mk",
  markdown: "md",
  perl: "pl pm",
  php: "",
  powershell: "ps1 psm1",
  python: "py pyi",
  ruby: "rb gemfile rakefile",
  rust: "rs",
  scss: "",
  sql: "",
  swift: "",
  typescript: "ts tsx mts cts",
  xml: "html htm xhtml svg xsd xsl plist",
  yaml: "yml",
};

export type Language = keyof typeof EXTENSIONS;

const isLanguage = (name: string): name is Language => Object.hasOwn(EXTENSIONS, name);
const LANGUAGES = new Map<string, Language>(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    isLanguage(language)
      ? [language, ...extensions.split(" ")].map((extension) => [extension, language] as const)
      : [],
  ),
);

/** The language of files with this extension, or of code in Markdown that is marked with it. */
export const languageOf = (extension: string): Language | null =>
  LANGUAGES.get(extension.toLowerCase()) ?? null;
