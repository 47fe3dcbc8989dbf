import { fieldMessages } from "@/lib/contract/field-messages";

export const text = {
  cancel: "Cancel",
  pending: "One moment…",
  needsJavaScript: "This form needs JavaScript. Turn it on and reload the page.",
  requestId: "Include this ID when you contact support:",
  typeToConfirm: (name: string) => `Type ${name} to confirm`,
  name: "Name",
  password: "Password",
  show: "Show",
  hide: "Hide",
  thePassword: "password",
  passwordHint: "At least 12 characters. A short sentence works well.",
} as const;

/** A message of the service about a field, as a sentence of its own. */
export const sentenceOf = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/** Why a browser doesn't accept the value of a field. */
export function fieldProblem(
  label: string,
  { validity, minLength }: Pick<HTMLInputElement, "validity" | "minLength">,
): string {
  if (validity.valueMissing) return `${label} ${fieldMessages.missing}`;
  if (validity.typeMismatch) return sentenceOf(fieldMessages.email);
  return sentenceOf(fieldMessages.tooShort(minLength));
}
