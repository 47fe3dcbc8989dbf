export const text = {
  cancel: "Cancel",
  pending: "One moment…",
  needsJavaScript: "This form needs JavaScript. Turn it on and reload the page.",
  typeToConfirm: (name: string) => `Type ${name} to confirm`,
  name: "Name",
  password: "Password",
  passwordHint: "At least 12 characters. A short sentence works well.",
} as const;
