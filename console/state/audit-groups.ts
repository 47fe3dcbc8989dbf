import type { AuditEntry } from "@/console/queries/audit";

const MAX_PAGES = 5;
const ENOUGH = 25;

/** Whether the next page is loaded by itself: the views of a page can be one row. */
export const isShort = (pages: readonly (readonly AuditEntry[])[]): boolean =>
  pages.length < MAX_PAGES && groupViews(pages.flat()).length < ENOUGH;

/** Consecutive views by the same support user together, everything else alone. */
export function groupViews(entries: readonly AuditEntry[]): AuditEntry[][] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isFurther =
      isView(entry) &&
      last?.[0] !== undefined &&
      isView(last[0]) &&
      last[0].actor.id === entry.actor.id;
    if (isFurther) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const isView = ({ action }: AuditEntry) => action.startsWith("support.");
