import { accessOf, type FilesystemContext } from "@/lib/auth/context";
import { endWhenLost } from "@/lib/auth/end-when-lost";
import { formatLimit } from "@/lib/contract/limits";
import { AppError } from "@/lib/errors";

import { commonDirectory, createArchiveNames, topmost } from "./archive-names";
import { countRead } from "./count-bytes";
import { type ArchivedEntry, writeArchive } from "./write-archive";

/** A zip archive that is made as it is read; it ends when access is lost. */
export type Archive = { name: string; stream: ReadableStream<Uint8Array<ArrayBuffer>> };

type Row = Omit<ArchivedEntry, "name"> & { path: string | null };

// Names are held in memory until the archive ends.
const MIB = 1024 * 1024;
const MAX_NAME_BYTES = 16 * MIB;

/**
 * The entries at the paths with all below them, by the names they have at one moment (spec 5.33).
 * @throws AppError `path_not_found`, `too_many_entries`
 */
export async function readArchive(
  ctx: FilesystemContext,
  { path: paths }: { path: readonly string[] },
): Promise<Archive> {
  const { filesystemId, services } = ctx;
  const max = services.settings.limits.copyEntries;
  const tops = topmost(paths);
  const rows = await services.db.$queryRaw<Row[]>`
    SELECT a.path, a.type, a.size::float8, a.mode, a.modified_at, a.blob_hash, a.link_target
    FROM entries_measure(${filesystemId}, ${tops}::text[], ${max}::int) m
    -- Without paths it has no rows; a condition would be checked only after the work.
    CROSS JOIN LATERAL entries_archived(${filesystemId},
      CASE WHEN m.entries <= ${max} AND m.bytes <= ${MAX_NAME_BYTES} THEN ${tops}::text[] END, ${max}::int) a`;
  if (rows.length === 0) throw tooMany(max);
  if (rows.some(({ path }) => path === null)) throw new AppError("path_not_found");
  const directory = commonDirectory(tops);
  const nameOf = createArchiveNames(directory);
  const entries = rows.flatMap(({ path, ...row }) =>
    path === null || path === "/" ? [] : [{ ...row, name: nameOf(path) }],
  );
  const written = streamOf(
    writeArchive(ctx, entries, () => nameOf(`${directory === "/" ? "" : directory}/MISSING.txt`)),
  );
  const stream = endWhenLost(
    written,
    (end) => services.accessWatch.watch(accessOf(ctx, "ro"), end),
    (bytes) => countRead(ctx, bytes),
  );
  const [only = "/"] = tops.length === 1 ? tops : [directory];
  return { name: `${only.slice(only.lastIndexOf("/") + 1) || "files"}.zip`, stream };
}

const tooMany = (max: number) =>
  new AppError("too_many_entries", {
    limit: max,
    message: `An archive has at most ${formatLimit(max)} entries and ${MAX_NAME_BYTES / MIB} MiB of paths; download the directory in parts.`,
  });

// One chunk at a time: `Readable.toWeb` would keep thousands of them.
function streamOf(zip: ReturnType<typeof writeArchive>): Archive["stream"] {
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = zip[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void zip.destroy(),
    },
    { highWaterMark: 0 },
  );
}
