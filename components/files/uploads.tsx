import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { nameOf } from "@/lib/client/paths";

import type { UploadList } from "./use-uploads";

const WORDS = {
  is_directory: "A directory of this name is there.",
  byte_quota_exceeded: "The filesystem is full.",
  entry_quota_exceeded: "The filesystem has no room for more entries.",
  file_too_large: "The file is larger than this service takes.",
  parent_not_found: "The directory does not exist any more.",
};

/** The files that are on their way, each with how far it is and a way to give it up. */
export function Uploads({ uploads }: { uploads: UploadList }) {
  if (uploads.list.length === 0) return null;
  return (
    <ul
      aria-label="Uploads"
      className="border-line bg-sheet rounded-card divide-line max-h-72 divide-y overflow-y-auto border"
    >
      {uploads.list.map(({ id, path, share, state, error }) => (
        <li key={id} className="flex flex-col gap-2 px-5 py-2.5">
          <div className="flex items-center gap-4">
            <span className="min-w-0 flex-1 truncate">{nameOf(path)}</span>
            {state !== "failed" && (
              <progress
                aria-label={`Upload of ${nameOf(path)}`}
                value={share}
                className="accent-tide h-1.5 w-24 sm:w-40"
              />
            )}
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${state === "failed" ? "Put away" : "Cancel"} ${nameOf(path)}`}
              onClick={() => uploads.cancel(id)}
            >
              {state === "failed" ? "Put away" : "Cancel"}
            </Button>
          </div>
          <Failure error={error} words={WORDS} />
        </li>
      ))}
    </ul>
  );
}
