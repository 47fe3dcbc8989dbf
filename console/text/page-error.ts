/** The page that replaces one that failed. It imports nothing: what it shared could be what failed. */
export const text = {
  title: "Something went wrong",
  documentTitle: "Something went wrong · Tidemark",
  about:
    "This page failed to load because of an error on our side. Your data is safe. Reload the page to try again.",
  reference: "Include this ID when you contact support:",
  reload: "Reload page",
} as const;
