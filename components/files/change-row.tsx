import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import type { Change } from "@/console/queries/changes";
import { filesQueryOf } from "@/console/state/paths";
import { changesText as text } from "@/console/text/changes";
import { sizeOf } from "@/lib/contract/size-of";

const TONES = { created: "tide", updated: "plain", deleted: "bad", barrier: "plain" } as const;

type Props = {
  change: Change;
  author: string;
  files: string;
  /** Named where changes of several are listed. */
  filesystem?: string | undefined;
};

/** A change: what happened to which path, by whom and when. What still exists is linked. */
export function ChangeRow({ change, author, files, filesystem }: Props) {
  const { type, path, other_path: otherPath, file, at, cursor } = change;
  const shown = otherPath ? `${path}, ${otherPath}` : path;
  const name = <span className="font-mono text-sm break-all">{shown}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
      <span className="w-18">
        <Badge tone={TONES[type]}>{type === "barrier" ? text.many : type}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-48">
        {file === null ? (
          name
        ) : (
          <Link className="hover:text-tide" href={`${files}?${filesQueryOf(path, file.type)}`}>
            {name}
          </Link>
        )}
        <span className="text-muted block text-sm wrap-anywhere">
          {filesystem !== undefined && `${filesystem} · `}
          {type === "barrier" && `${text.barrier} · `}
          {text.by(author)}
          {file?.type === "file" && ` · ${sizeOf(file.size)}`}
          {filesystem === undefined && ` · ${text.atCursor(cursor)}`}
        </span>
      </span>
      {at !== undefined && (
        <span className="text-muted text-sm tabular-nums max-sm:basis-full max-sm:pl-22">
          <Ago at={at} />
        </span>
      )}
    </li>
  );
}
