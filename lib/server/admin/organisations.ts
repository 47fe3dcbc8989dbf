import type { Db } from "@/lib/db/client";
import { disableOrganisation, enableOrganisation } from "@/lib/organisations/disable-organisation";
import { UsageError } from "@/lib/usage-error";

import type { Command } from "./command";

const MAX_LISTED = 1_000;

/** A command on the organisation with an id. */
const onOrganisation = (
  name: string,
  summary: string,
  run: (db: Db, id: string) => Promise<boolean>,
  refusal: string,
): Command => ({
  usage: `${name} ID`,
  summary,
  options: [],
  takesId: true,
  async run(db, { id }) {
    if (id === undefined) throw new UsageError("ID is required");
    if (!(await run(db, id))) throw new UsageError(refusal);
    return { id };
  },
});

/** Lists organisations by id, the oldest first, with their size (spec 3.18). */
const listOrganisations: Command = {
  usage: "list-orgs [--search TEXT]",
  summary: "list organisations with their size, at most 1,000",
  options: ["search"],
  async run(db, given) {
    const found = await db.organisation.findMany({
      where: {
        name: { contains: given.options["search"] ?? "", mode: "insensitive" },
        deleted_at: null,
      },
      include: { _count: { select: { member: true, filesystem: true } } },
      orderBy: { id: "asc" },
      take: MAX_LISTED,
    });
    const organisations = found.map(({ id, name, disabled_at, created_at, _count }) => ({
      id,
      name,
      disabled: disabled_at !== null,
      members: _count.member,
      filesystems: _count.filesystem,
      created_at: created_at.toISOString(),
    }));
    return { ok: true, organisations };
  },
};

/** What an operator does with organisations. */
export const ORGANISATION_COMMANDS: Record<string, Command> = {
  "list-orgs": listOrganisations,
  "disable-org": onOrganisation(
    "disable-org",
    "refuse access to an organisation's data until enable-org; nothing is deleted",
    disableOrganisation,
    "organisation not found, or already disabled",
  ),
  "enable-org": onOrganisation(
    "enable-org",
    "give a disabled organisation its access back",
    enableOrganisation,
    "organisation not found, or not disabled",
  ),
};
