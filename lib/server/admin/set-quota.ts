import { setQuota } from "@/lib/filesystems/set-quota";
import { setOrganisationQuota } from "@/lib/organisations/set-quota";
import { UsageError } from "@/lib/usage-error";

import type { Command, Given } from "./command";

/** Sets the quotas of a filesystem, or of an organisation across all its filesystems. */
export const setQuotas: Command = {
  usage:
    "set-quota FILESYSTEM_ID | --org ORGANISATION_ID [--bytes N|unlimited] [--entries N|unlimited]",
  summary: "set the quotas of a filesystem, or of an organisation over all its filesystems",
  options: ["org", "bytes", "entries"],
  takesId: true,
  async run(db, given) {
    const quota = { ...readAmount(given, "bytes"), ...readAmount(given, "entries") };
    if (Object.keys(quota).length === 0) throw new UsageError("--bytes or --entries is required");
    const { id, options } = given;
    const { org } = options;
    if ((id === undefined) === (org === undefined))
      throw new UsageError("pass either a filesystem ID or --org");
    const set =
      org === undefined
        ? await setQuota(db, id ?? "", quota)
        : await setOrganisationQuota(db, org, quota);
    if (set !== null) return set;
    throw new UsageError(`${org === undefined ? "filesystem" : "organisation"} not found`);
  },
};

function readAmount(given: Given, name: "bytes" | "entries") {
  const text = given.options[name];
  if (text === undefined) return {};
  if (text === "unlimited") return { [name]: null };
  if (/^\d{1,15}$/.test(text)) return { [name]: BigInt(text) };
  throw new UsageError(`--${name} must be a whole number or unlimited`);
}
