/** What is wrong with the value of a field, as the service says it in a problem and a form before anything is sent. */
export const fieldMessages = {
  missing: "is required",
  email: "must be an address like ada@example.com",
  tooShort: (length: number) => `must be at least ${length} characters long`,
} as const;
