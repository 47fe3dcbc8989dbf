import { text } from "@/console/text/forms";

import { PasswordField } from "./password-field";

type Props = { name?: string; label?: string; error: string | undefined };

/** A new password. Length is the only requirement, so that passphrases work. */
export function NewPassword({ name = "password", label = text.password, error }: Props) {
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={1024}
      hint={text.passwordHint}
      error={error}
    />
  );
}
