import { fieldMessages } from "@/lib/contract/field-messages";

/** The fields of forms. */
export const text = { show: "Show", hide: "Hide", thePassword: "password" } as const;

const sentenceOf = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/** Why a browser doesn't accept the value of a field, in the words of the service. */
export function fieldProblem(
  label: string,
  { validity, minLength }: Pick<HTMLInputElement, "validity" | "minLength">,
): string {
  if (validity.valueMissing) return `${label} ${fieldMessages.missing}`;
  if (validity.typeMismatch) return sentenceOf(fieldMessages.email);
  return sentenceOf(fieldMessages.tooShort(minLength));
}
