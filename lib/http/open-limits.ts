import { LIMITS } from "@/lib/contract/limits";
import { AppError } from "@/lib/errors";

/** How many of each one caller may hold open in one process. */
export type OpenLimitSettings = {
  streamsPerCredential: number;
  streamsPerOrganisation: number;
  uploadsPerCredential: number;
};

/** What a request holds open: an event stream or a long poll, an upload, or an archive while it is sent. */
export type Held = "stream" | "upload" | "archive";

/** Who holds it: an organisation where the operation names one, and a user, whose credentials share a limit. */
export type Holder = { credential: string; orgId: string | null; user: string };

/** Counts what callers hold open; see `createOpenLimits`. */
export type OpenLimits = ReturnType<typeof createOpenLimits>;

const NAMES = { stream: "streams and long polls", upload: "uploads", archive: "archives" } as const;
const RETRY_SECONDS = 1;

/**
 * Limits what callers hold open at one time: a connection, and for an upload a file. Each process counts its own, in
 * memory, so its counts end with it.
 */
export function createOpenLimits(limits: OpenLimitSettings) {
  const open = new Map<string, number>();
  let taken = 0;
  const rulesOf = (held: Held, { credential, orgId, user }: Holder) => {
    if (held === "archive") return [{ who: user, scope: "user", most: LIMITS.openArchives }];
    if (held === "upload")
      return [{ who: credential, scope: "credential", most: limits.uploadsPerCredential }];
    const own = { who: credential, scope: "credential", most: limits.streamsPerCredential };
    if (orgId === null) return [own];
    return [own, { who: orgId, scope: "organisation", most: limits.streamsPerOrganisation }];
  };
  return {
    /**
     * Takes a slot and returns what frees it again; that may be called twice.
     * @throws AppError `too_many_open`, whose message names the limit, with `retry_after` in seconds
     */
    acquire(held: Held, holder: Holder): () => void {
      const rules = rulesOf(held, holder).map((rule) => ({ ...rule, key: `${held} ${rule.who}` }));
      for (const { key, scope, most } of rules) {
        if ((open.get(key) ?? 0) < most) continue;
        throw new AppError("too_many_open", {
          message: `At most ${most} ${NAMES[held]} may be open for each ${scope}; close one first.`,
          retry_after: RETRY_SECONDS,
        });
      }
      for (const { key } of rules) open.set(key, (open.get(key) ?? 0) + 1);
      taken += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        for (const { key } of rules) {
          const left = (open.get(key) ?? 1) - 1;
          if (left > 0) open.set(key, left);
          else open.delete(key);
        }
      };
    },
    /** How many of these a credential or an organisation holds open in this process. */
    held: (held: Held, who: string) => open.get(`${held} ${who}`) ?? 0,
    /** How many slots are taken. */
    taken: () => taken,
  };
}
