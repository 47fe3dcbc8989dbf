import type { Caller } from "@/lib/auth/callers/caller";

type Ids = { org_id?: string | undefined; fs_id?: string | undefined };

// Like the socket of a request, its caller may be known to who made it.
const known = new WeakMap<Request, { caller: Caller; ids: Ids }>();

/** Records who makes a request, and the ids for which the caller's access is known. */
export function setCaller(request: Request, caller: Caller, ids: Ids): void {
  known.set(request, { caller, ids });
}

/** The recorded caller, unless the request names anything whose access is not known. */
export function knownCaller(request: Request, { org_id: orgId, fs_id: fsId }: Ids): Caller | null {
  const found = known.get(request);
  if (found === undefined) return null;
  const { org_id: knownOrg, fs_id: knownFs } = found.ids;
  const isKnown = (orgId ?? knownOrg) === knownOrg && (fsId ?? knownFs) === knownFs;
  return isKnown ? found.caller : null;
}
