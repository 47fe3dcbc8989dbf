import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";

import { type Command, required, UsageError } from "./command";

/** Prints a link with which a person sets a new password; the only way where no mail is set up (spec 4.9). */
export const resetPassword: Command = {
  usage: "reset-password --email E",
  options: ["email"],
  async run(db, given, { appUrl }) {
    const email = required(given, "email");
    const made = await createPasswordReset(db, { email, appUrl, by: "shell" });
    if (made === null) throw new UsageError("--email: nobody has this address");
    return made;
  },
};
