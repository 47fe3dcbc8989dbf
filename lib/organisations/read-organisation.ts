import type { OrganisationContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/** The organisation, with the caller's role in it (spec 4.10). @throws AppError `not_found` */
export async function getOrganisation({ services, orgId, role }: OrganisationContext) {
  const row = await services.db.organisation.findUnique({ where: { id: orgId } });
  if (row === null || role === null) throw new AppError("not_found");
  const { id, name, second_factor_required, created_at } = row;
  return { id, name, role, second_factor_required, created_at: created_at.toISOString() };
}
