import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

type Usage = {
  retained_bytes: number;
  byte_quota: number | null;
  entries: number;
  entry_quota: number | null;
  trash_bytes: number;
  trash_entries: number;
  bytes_read_30d: number;
  bytes_written_30d: number;
  last_change_at: string | null;
};
type Day = { date: string; bytes_read: number; bytes_written: number };

/**
 * A filesystem's size, its quotas (null is unlimited) and the bytes of contents read and written in the last
 * 30 UTC days including today (spec 4.18).
 * @throws AppError `not_found`
 */
export async function getUsage(ctx: FilesystemContext): Promise<Usage> {
  type Row = Omit<Usage, "last_change_at"> & { last_change_at: Date | null };
  const [row] = await ctx.services.db.$queryRaw<Row[]>`
    SELECT f.retained_bytes::float8, f.byte_quota::float8, f.entries::float8, f.entry_quota::float8,
      f.trash_bytes::float8, f.trash_entries::float8,
      coalesce(sum(u.bytes_read), 0)::float8 AS bytes_read_30d,
      coalesce(sum(u.bytes_written), 0)::float8 AS bytes_written_30d,
      (SELECT c.at FROM change c WHERE c.filesystem_id = f.id ORDER BY c.cursor DESC LIMIT 1) AS last_change_at
    FROM filesystem f
    LEFT JOIN usage_day u ON u.filesystem_id = f.id AND u.day > (now() AT TIME ZONE 'UTC')::date - 30
    WHERE f.id = ${ctx.filesystemId} GROUP BY f.id`;
  if (row === undefined) throw new AppError("not_found");
  return { ...row, last_change_at: row.last_change_at?.toISOString() ?? null };
}

/** The last `days` UTC days, oldest first, including days without traffic (spec 4.18). */
export async function listUsage(
  ctx: FilesystemContext,
  { days }: { days: number },
): Promise<Day[]> {
  return ctx.services.db.$queryRaw<Day[]>`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS date, coalesce(u.bytes_read, 0)::float8 AS bytes_read,
      coalesce(u.bytes_written, 0)::float8 AS bytes_written
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date - i AS day FROM generate_series(0, ${days}::int - 1) i) d
    LEFT JOIN usage_day u ON u.filesystem_id = ${ctx.filesystemId} AND u.day = d.day
    ORDER BY d.day`;
}
