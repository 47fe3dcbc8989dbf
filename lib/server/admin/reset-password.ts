import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";
import { UsageError } from "@/lib/usage-error";

import { type Command, required } from "./command";

/** Prints a password reset link; the only way to reset one without e-mail (spec 4.9). */
export const resetPassword: Command = {
  usage: "reset-password --email E",
  summary: "print a link that sets a new password; it works once, within an hour",
  options: ["email"],
  async run(db, given, { appUrl }) {
    const email = required(given, "email");
    const made = await createPasswordReset(db, { email, appUrl, by: "shell" });
    if (made === null) throw new UsageError("--email: no user has this address");
    return made;
  },
};
