import { disableUser, enableUser, endSessions, setSupport } from "@/lib/accounts/administer-user";
import { changeEmailOf } from "@/lib/accounts/email/set-email";
import { FACTORS, hasSecondFactor } from "@/lib/accounts/second-factor/has-factor";
import { removeSecondFactorOf } from "@/lib/accounts/second-factor/remove-second-factor";
import { Email } from "@/lib/contract/invitations";
import type { Db } from "@/lib/db/client";
import { UsageError } from "@/lib/usage-error";

import { type Command, readOption, required } from "./command";

const MAX_LISTED = 1_000;

/** A command on the user with an address. */
const onUser = (
  name: string,
  summary: string,
  run: (db: Db, email: string) => Promise<{ id: string } | null>,
): Command => ({
  usage: `${name} --email E`,
  summary,
  options: ["email"],
  async run(db, given) {
    const user = await run(db, required(given, "email").toLowerCase());
    if (user === null) throw new UsageError("--email: no user has this address");
    return user;
  },
});

/** Lists users by address, with what an operator needs in an incident (spec 3.18). */
const listUsers: Command = {
  usage: "list-users [--search TEXT]",
  summary: "list users with their roles, sessions and organisations, at most 1,000",
  options: ["search"],
  async run(db, given) {
    const users = await db.user.findMany({
      where: { email: { contains: (given.options["search"] ?? "").toLowerCase() } },
      include: {
        member: true,
        ...FACTORS,
        session: { where: { ended_at: null, expires_at: { gt: new Date() } } },
      },
      orderBy: { email: "asc" },
      take: MAX_LISTED,
    });
    const rows = users.map(({ member, session, ...user }) => ({
      id: user.id,
      email: user.email,
      support: user.staff_role === "support",
      disabled: user.disabled_at !== null,
      second_factor: hasSecondFactor(user),
      sessions: session.length,
      organisations: member.map(({ org_id, role }) => `${org_id} ${role}`),
      created_at: user.created_at.toISOString(),
    }));
    return { ok: true, users: rows };
  },
};

/** Changes the address of an account where the service sends no e-mail. */
const changeEmail: Command = {
  usage: "change-email --email E --to NEW",
  summary: "change the address of an account, where the service sends no e-mail",
  options: ["email", "to"],
  async run(db, given) {
    const to = readOption(given, "to", Email);
    if ((await db.user.findUnique({ where: { email: to } })) !== null)
      throw new UsageError("--to: an account with this address already exists");
    const changed = await changeEmailOf(db, required(given, "email").toLowerCase(), to);
    if (changed === null) throw new UsageError("--email: no user has this address");
    return changed;
  },
};

/** What an operator does with users. */
export const PEOPLE_COMMANDS: Record<string, Command> = {
  "list-users": listUsers,
  "disable-user": onUser(
    "disable-user",
    "end what a user has open, and refuse to sign them in until enable-user",
    disableUser,
  ),
  "enable-user": onUser("enable-user", "let a disabled user sign in again", enableUser),
  "end-sessions": onUser(
    "end-sessions",
    "end the sessions, logins and mounts of a user",
    endSessions,
  ),
  "change-email": changeEmail,
  "remove-second-factor": onUser(
    "remove-second-factor",
    "remove the authenticator app and all passkeys of a user who lost them",
    removeSecondFactorOf,
  ),
  "add-support": onUser("add-support", "make a user support staff", (db, email) =>
    setSupport(db, email, true),
  ),
  "remove-support": onUser("remove-support", "end the role of support staff", (db, email) =>
    setSupport(db, email, false),
  ),
};
