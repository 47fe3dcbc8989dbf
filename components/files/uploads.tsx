import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { nameOf } from "@/console/state/paths";
import { uploadText as text } from "@/console/text/files";

import type { Upload, UploadList } from "./use-uploads";

/** The uploads in progress, with their state and a button to cancel each. */
export function Uploads({ uploads }: { uploads: UploadList }) {
  const existing = uploads.list.filter(({ state }) => state === "exists");
  return (
    <section aria-label={text.title} className="flex flex-col gap-2">
      <ul className="border-line bg-sheet rounded-card divide-line max-h-72 divide-y overflow-y-auto border">
        {uploads.list.map((upload) => (
          <li key={upload.id} className="flex flex-col gap-2 px-5 py-2.5">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="min-w-0 flex-1 basis-40 truncate">{nameOf(upload.path)}</span>
              <State upload={upload} />
              <span className="flex gap-2">
                {upload.state === "exists" && (
                  <Button
                    size="sm"
                    aria-label={text.actionOn(text.replace, nameOf(upload.path))}
                    onClick={() => uploads.replace(upload.id)}
                  >
                    {text.replace}
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={text.actionOn(CANCEL_LABELS[upload.state], nameOf(upload.path))}
                  onClick={() => uploads.cancel(upload.id)}
                >
                  {CANCEL_LABELS[upload.state]}
                </Button>
              </span>
            </div>
            <Failure error={upload.error} messages={text.errors} />
          </li>
        ))}
      </ul>
      {existing.length > 1 && (
        <Button
          variant="secondary"
          className="self-end"
          onClick={() => existing.forEach(({ id }) => uploads.replace(id))}
        >
          {text.replaceAll(existing.length)}
        </Button>
      )}
    </section>
  );
}

const CANCEL_LABELS = {
  waiting: text.cancel,
  sending: text.cancel,
  exists: text.skip,
  failed: text.dismiss,
};

function State({ upload: { path, share, state } }: { upload: Upload }) {
  if (state === "failed") return null;
  if (state === "exists")
    return <output className="text-warn text-sm font-medium">{text.exists}</output>;
  return (
    <span className="flex items-center gap-3">
      <progress
        aria-label={text.uploading(nameOf(path))}
        value={share}
        className="accent-tide h-1.5 w-24 sm:w-40"
      />
      <span className="text-muted w-10 text-right text-sm tabular-nums">{text.percent(share)}</span>
    </span>
  );
}
