import { dock, toast } from "@/components/ui/toasts";
import type { FilesystemIds } from "@/console/queries/webhooks";
import type { LocalFile } from "@/console/state/send-files";
import { addUploads, onAllDone } from "@/console/state/uploads";
import { uploadText as text } from "@/console/text/uploads";

import { Tray } from "./tray";

/** Uploads files into a directory, shown in a tray; a toast says when all uploads are done. */
export function startUploads(
  params: FilesystemIds,
  directory: string,
  files: readonly LocalFile[],
): void {
  dock(Tray);
  onAllDone((count) => toast(text.done(count)));
  addUploads(params, directory, files);
}
