/** What an API key or a mount may do with a filesystem, by the mode of the API. */
export const text = {
  none: "No access",
  ro: "Read",
  rw: "Read and write",
} as const;
