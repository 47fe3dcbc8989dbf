import { resealSecondFactors } from "@/lib/accounts/second-factor/reseal-second-factors";
import { PERMISSIONS } from "@/lib/auth/actor";
import { createApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import { Name } from "@/lib/contract/common";
import { KEY_SCOPES, type Scope } from "@/lib/contract/scopes";
import { addOrganisation } from "@/lib/organisations/create-organisation";
import { UsageError } from "@/lib/usage-error";
import { resealSecrets } from "@/lib/webhooks/reseal-secrets";

import { afterRestore } from "./after-restore";
import { runCheckBlobs } from "./check-blobs";
import { type Command, type Given, required } from "./command";
import { createUserCommand } from "./create-user";
import { ORGANISATION_COMMANDS } from "./organisations";
import { PEOPLE_COMMANDS } from "./people";
import { resetPassword } from "./reset-password";
import { setQuotas } from "./set-quota";
import { verifyDelivery } from "./verify";

// Commands run as the operator, so keys created here name no user.
const CREATED_BY = "system:admin";
const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The commands of `npm run -s admin -- …`, by name. */
export const COMMANDS: Record<string, Command> = {
  "create-user": createUserCommand,
  "create-org": {
    usage: "create-org --name N --owner E",
    summary: "create an organisation with its owner",
    options: ["name", "owner"],
    async run(db, given, { limits }) {
      const name = readName(given);
      const email = required(given, "owner").toLowerCase();
      const owner = await db.user.findUnique({ where: { email } });
      if (owner === null) return refuse("--owner: no user has this address; run create-user first");
      return db.$transaction(async (tx) => {
        const quota = limits.organisation;
        const { id } = await addOrganisation(tx, "shell", { name, ownerId: owner.id, quota });
        return { id, name, owner_id: owner.id };
      });
    },
  },
  "create-api-key": {
    usage:
      "create-api-key --org ID --name N [--scopes files:read,files:write,webhooks] [--permissions filesystems:create,grants:write] [--expires-in 90d]",
    summary: "create an API key, which is shown once; it reaches no filesystem without a grant",
    options: ["org", "name", "scopes", "permissions", "expires-in"],
    async run(db, given) {
      const input = {
        orgId: required(given, "org"),
        name: readName(given),
        scopes: readScopes(given),
        permissions: readPermissions(given),
        expiresAt: readExpiry(given),
        createdBy: CREATED_BY,
      };
      return (await createApiKey(db, "shell", input)) ?? refuse("--org: organisation not found");
    },
  },
  "revoke-api-key": {
    usage: "revoke-api-key ID",
    summary: "revoke an API key for good, which ends its webhooks and mounts",
    options: [],
    takesId: true,
    async run(db, given) {
      const id = readId(given);
      return (await revokeApiKey(db, "shell", { id, orgId: null }))
        ? { id, revoked: true }
        : refuse("API key not found, or already revoked");
    },
  },
  "set-quota": setQuotas,
  "reset-password": resetPassword,
  "check-blobs": {
    usage: "check-blobs",
    summary: "read and compare all stored contents and counters; exit code 1 if one is wrong",
    options: [],
    run: (db, _, settings) => runCheckBlobs(db, settings),
  },
  ...PEOPLE_COMMANDS,
  ...ORGANISATION_COMMANDS,
  "reseal-secrets": {
    usage: "reseal-secrets",
    summary: "seal stored secrets with the first of ENCRYPTION_KEYS",
    options: [],
    async run(db, _, { encryptionKeys }) {
      if (encryptionKeys === undefined) return refuse("ENCRYPTION_KEYS is not set");
      const factors = await resealSecondFactors(db, encryptionKeys);
      return { ok: true, resealed: factors + (await resealSecrets(db, encryptionKeys)) };
    },
  },
  verify: verifyDelivery,
  "after-restore": afterRestore,
};

function refuse(reason: string): never {
  throw new UsageError(reason);
}

function readId(given: Given): string {
  return given.id ?? refuse("ID is required");
}

function readName(given: Given): string {
  const parsed = Name.safeParse(required(given, "name"));
  return parsed.success
    ? parsed.data
    : refuse(
        "--name must be 1 to 200 characters, without control characters, line breaks or invisible ones",
      );
}

/** Without the option all that a key can have; an empty one is a mistake, as a key needs a scope. */
function readScopes(given: Given): readonly Scope[] {
  const text = given.options["scopes"];
  return text === undefined ? KEY_SCOPES : readList(text, KEY_SCOPES, "--scopes");
}

function readPermissions(given: Given) {
  const text = given.options["permissions"] ?? "";
  return text === "" ? [] : readList(text, PERMISSIONS, "--permissions");
}

/** The elements of a list with commas, each once and in the order of `known`. */
function readList<T extends string>(text: string, known: readonly T[], option: string): T[] {
  const named = text.split(",");
  const names: readonly string[] = known;
  if (!named.every((name) => names.includes(name)))
    refuse(`${option} can contain ${known.join(", ")}`);
  return known.filter((name) => named.includes(name));
}

function readExpiry(given: Given): Date | null {
  const text = given.options["expires-in"];
  if (text === undefined) return null;
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  return ms > 0 ? new Date(Date.now() + ms) : refuse("--expires-in must look like 90d, 12h or 30m");
}
