/** The page for a URL without a page. */
export const text = {
  notFound: "Not found",
  notFoundTitle: "Page not found",
  notFoundAbout: "The address is wrong, or the page has been removed.",
  goHome: "Go to home page",
} as const;
