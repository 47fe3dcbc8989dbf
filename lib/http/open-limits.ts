import type pg from "pg";

import { LIMITS } from "@/lib/contract/limits";
import { AppError } from "@/lib/errors";

import { createOpenCounts } from "./open-counts";

/** How many of each one caller may hold open. */
export type OpenLimitSettings = {
  streamsPerCredential: number;
  streamsPerOrganisation: number;
  uploadsPerCredential: number;
  downloadsPerCredential: number;
};

/** What a request holds open: an event stream or a long poll, an upload, a download, or an archive or export. */
export type Held = "stream" | "upload" | "download" | "archive";

/** Who holds it: an organisation where the operation names one, and a user, whose credentials share a limit. */
export type Holder = { credential: string; orgId: string | null; user: string };

/** Limits what callers hold open; see `createOpenLimits`. */
export type OpenLimits = ReturnType<typeof createOpenLimits>;

const NAMES = {
  stream: "streams and long polls",
  upload: "uploads",
  download: "downloads",
  archive: "archives and exports",
} as const;
const RETRY_SECONDS = 1;

const keyOf = (held: Held, who: string) => `${held} ${who}`;

/** What limits a caller, and by how much. */
function rulesOf(limits: OpenLimitSettings, held: Held, { credential, orgId, user }: Holder) {
  const rule = (scope: "credential" | "organisation" | "user", who: string, most: number) => ({
    scope,
    key: keyOf(held, who),
    most,
  });
  const inAll = (most: number) => (orgId === null ? [] : [rule("organisation", orgId, most)]);
  const { openArchives } = LIMITS;
  if (held === "archive")
    return [rule("user", user, openArchives.user), ...inAll(openArchives.organisation)];
  if (held === "upload") return [rule("credential", credential, limits.uploadsPerCredential)];
  if (held === "download") return [rule("credential", credential, limits.downloadsPerCredential)];
  const own = rule("credential", credential, limits.streamsPerCredential);
  return [own, ...inAll(limits.streamsPerOrganisation)];
}

/**
 * Limits what callers hold open at one time in all processes together: a connection, and for files a file. Each
 * process may exceed a limit by one block at most (spec 10.5).
 */
export function createOpenLimits(pool: pg.Pool, limits: OpenLimitSettings) {
  const counts = createOpenCounts(pool);
  const open = { stream: 0, upload: 0, download: 0, archive: 0 };
  // Each keeps its names in memory, however many organisations ask.
  const fullHere = (held: Held) =>
    held === "archive" && open.archive >= LIMITS.openArchives.process
      ? { scope: "process of this service", most: LIMITS.openArchives.process }
      : undefined;
  return {
    /**
     * Takes a slot and resolves to what frees it again; that may be called twice.
     * @throws AppError `too_many_open`, whose message names the limit, with `retry_after` in seconds
     */
    async acquire(held: Held, holder: Holder): Promise<() => void> {
      const rules = rulesOf(limits, held, holder);
      for (let asked = false; ; asked = true) {
        const full =
          rules.find(
            (rule) => counts.own(rule.key) >= rule.most || (asked && counts.isFull(rule)),
          ) ?? fullHere(held);
        if (full !== undefined)
          throw new AppError("too_many_open", {
            limit: full.most,
            message: `At most ${full.most} ${NAMES[held]} may be open for each ${full.scope}; close one first.`,
            retry_after: RETRY_SECONDS,
          });
        if (!rules.some((rule) => counts.isFull(rule) || counts.mustPublish(rule))) break;
        await counts.exchange(rules);
      }
      for (const rule of rules) counts.add(rule);
      open[held] += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        open[held] -= 1;
        for (const rule of rules) counts.remove(rule);
      };
    },
    /** What identifies a count in the table `open_count`, and how many of it this process holds. */
    held(held: Held, who: string) {
      const key = keyOf(held, who);
      return { key, process: counts.id, own: counts.own(key) };
    },
    /** How many slots this process has given, of each kind and together. */
    open: (): Readonly<Record<Held, number>> => open,
    taken: () => Object.values(open).reduce((sum, count) => sum + count, 0),
    /** Publishes again what was published, before it expires. */
    beat: counts.beat,
    close: () => counts.close(),
  };
}
