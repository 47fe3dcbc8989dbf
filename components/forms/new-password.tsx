import { Field } from "@/components/ui/field";
import { text } from "@/console/text/forms";

type Props = { name?: string; label?: string; error: string | undefined };

/** A new password. Length is the only requirement, so that passphrases work. */
export function NewPassword({ name = "password", label = text.password, error }: Props) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={1024}
      hint={text.passwordHint}
      error={error}
    />
  );
}
