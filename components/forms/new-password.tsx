import { Field } from "@/components/ui/field";

type Props = { name?: string; label?: string; error: string | undefined };

/** A password to be chosen. A passphrase is long and can be remembered; nothing else is demanded of it. */
export function NewPassword({ name = "password", label = "Password", error }: Props) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={1024}
      hint="At least 12 characters; a sentence is a good one."
      error={error}
    />
  );
}
