import { createUser } from "@/lib/accounts/create-user";
import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";
import { isWeakPassword, WEAK } from "@/lib/accounts/refuse-weak-password";
import { Email } from "@/lib/contract/invitations";
import { NewPassword } from "@/lib/contract/sign-up";
import { UsageError } from "@/lib/usage-error";

import { type Command, readOption } from "./command";

/**
 * Creates a user and prints a link that sets their password. A password can be given for scripts; other processes and
 * the history of the shell see it, so it prints where the user changes it.
 */
export const createUserCommand: Command = {
  usage: "create-user --email E [--password P] [--support]",
  summary:
    "create a user, of support staff with --support, and print the link that sets the password",
  options: ["email", "password"],
  flags: ["support"],
  async run(db, given, { appUrl }) {
    const email = readOption(given, "email", Email);
    const isGiven = given.options["password"] !== undefined;
    const password = isGiven ? readOption(given, "password", NewPassword) : null;
    if (password !== null && (await isWeakPassword(password, [email])))
      throw new UsageError(`--password ${WEAK}`);
    const support = given.options["support"] === "true";
    const user = await createUser(db, { email, password, support });
    if (user === null) throw new UsageError("--email: an account with this address already exists");
    if (password !== null)
      return { ...user, change_password_url: new URL("/account#security", appUrl).href };
    const link = await createPasswordReset(db, { email, appUrl, by: "shell" });
    return { ...user, set_password_url: link?.url, expires_at: link?.expires_at };
  },
};
