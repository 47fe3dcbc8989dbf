import { createRoot } from "react-dom/client";

import { toast } from "@/components/ui/toasts";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { addUploads, type LocalFile, onAllDone } from "@/console/state/uploads";
import { uploadText as text } from "@/console/text/uploads";

import { Tray } from "./tray";

let isMounted = false;

/** Uploads files into a directory; a toast says when all uploads are done. */
export function startUploads(
  params: FilesystemIds,
  directory: string,
  files: readonly LocalFile[],
): void {
  if (!isMounted) {
    // Outside of the pages, which come and go, and without weight for those that upload nothing.
    createRoot(document.body.appendChild(document.createElement("div"))).render(<Tray />);
    isMounted = true;
  }
  onAllDone((count) => toast(text.done(count)));
  addUploads(params, directory, files);
}
