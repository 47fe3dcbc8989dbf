import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { nameOf } from "@/console/state/paths";
import type { Upload } from "@/console/state/send-files";
import { cancel, retry } from "@/console/state/uploads";
import { uploadText as text } from "@/console/text/uploads";

import { Bar } from "./bar";

/** One upload, with its progress or what it needs. */
export function UploadRow({ upload: { id, path, size, sent, state, error } }: { upload: Upload }) {
  const name = nameOf(path);
  const actions = {
    waiting: [[text.cancel, () => cancel([id])]],
    sending: [[text.cancel, () => cancel([id])]],
    exists: [
      [text.replace, () => retry([id], "replace"), "danger"],
      [text.keepBoth, () => retry([id], "keepBoth")],
      [text.skip, () => cancel([id])],
    ],
    failed: [
      [text.retry, () => retry([id])],
      [text.dismiss, () => cancel([id])],
    ],
  } as const;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 flex-1 basis-32 truncate text-sm">{name}</span>
        {state === "exists" && (
          <output className="text-warn text-sm font-medium">{text.exists}</output>
        )}
        <span className="flex gap-1.5">
          {actions[state].map(([action, run, variant]) => (
            <Button
              key={action}
              variant={variant ?? "secondary"}
              size="sm"
              aria-label={text.actionOn(action, name)}
              onClick={run}
            >
              {action}
            </Button>
          ))}
        </span>
      </div>
      {state === "sending" && (
        <Bar label={text.uploading(name)} share={size === 0 ? 1 : sent / size} />
      )}
      <Failure error={error} messages={text.errors} />
    </li>
  );
}
