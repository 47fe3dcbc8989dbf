import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { nameOf } from "@/console/state/paths";

import type { UploadList } from "./use-uploads";

const WORDS = {
  is_directory: "A directory of this name is there.",
  byte_quota_exceeded: "The filesystem is full.",
  entry_quota_exceeded: "The filesystem has no room for more entries.",
  organisation_byte_quota_exceeded:
    "Your organisation's storage is full. Delete files in any of its filesystems.",
  organisation_entry_quota_exceeded:
    "Your organisation has no room for more entries. Delete some in any of its filesystems.",
  file_too_large: "The file is larger than this service takes.",
  parent_not_found: "The directory does not exist any more.",
  storage_full: "The server's disk is full. Ask your operator to add space.",
};

/** The files that are on their way, each with how far it is, what it waits for and a way to give it up. */
export function Uploads({ uploads }: { uploads: UploadList }) {
  const taken = uploads.list.filter(({ state }) => state === "taken");
  return (
    <section aria-label="Uploads" className="flex flex-col gap-2">
      <ul className="border-line bg-sheet rounded-card divide-line max-h-72 divide-y overflow-y-auto border">
        {uploads.list.map((one) => (
          <li key={one.id} className="flex flex-col gap-2 px-5 py-2.5">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="min-w-0 flex-1 basis-40 truncate">{nameOf(one.path)}</span>
              <State one={one} />
              <span className="flex gap-2">
                {one.state === "taken" && (
                  <Button
                    size="sm"
                    aria-label={`Replace ${nameOf(one.path)}`}
                    onClick={() => uploads.replace(one.id)}
                  >
                    Replace
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`${WAYS_OUT[one.state]} ${nameOf(one.path)}`}
                  onClick={() => uploads.cancel(one.id)}
                >
                  {WAYS_OUT[one.state]}
                </Button>
              </span>
            </div>
            <Failure error={one.error} messages={WORDS} />
          </li>
        ))}
      </ul>
      {taken.length > 1 && (
        <Button
          variant="secondary"
          className="self-end"
          onClick={() => taken.forEach(({ id }) => uploads.replace(id))}
        >
          Replace all {taken.length}
        </Button>
      )}
    </section>
  );
}

const WAYS_OUT = {
  waiting: "Cancel",
  sending: "Cancel",
  taken: "Keep the old",
  failed: "Put away",
};

function State({ one: { path, share, state } }: { one: UploadList["list"][number] }) {
  if (state === "failed") return null;
  if (state === "taken")
    return (
      <output className="text-warn text-sm font-medium">
        A file of this name is there already
      </output>
    );
  return (
    <span className="flex items-center gap-3">
      <progress
        aria-label={`Upload of ${nameOf(path)}`}
        value={share}
        className="accent-tide h-1.5 w-24 sm:w-40"
      />
      <span className="text-muted w-10 text-right text-sm tabular-nums">
        {Math.floor(share * 100)} %
      </span>
    </span>
  );
}
