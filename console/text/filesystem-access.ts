/** Which API keys reach a filesystem. */
export const text = {
  title: "Access",
  description:
    "Members can read and write every filesystem. An API key only reaches the filesystems you grant it.",
  notAllowed: "view and change which API keys reach a filesystem",
  none: "No API keys yet",
  noneHint: "Create one under API keys, then grant it access to this filesystem here.",
  label: (key: string) => `Access for ${key}`,
} as const;
