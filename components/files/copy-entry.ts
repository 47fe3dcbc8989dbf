import { copyText } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toasts";
import { type Entry, fileUrl } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { downloadCurl } from "@/console/state/download-curl";
import { filesQueryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/entry-actions";

const origin = () => window.location.origin;

/** Copies a text to the clipboard, and says so. */
export const copy = (value: string) =>
  void copyText(value).then((isCopied) => toast(isCopied ? text.copied : text.notCopied));

/** The page of a folder, or of the folder of a file with its preview. */
export const linkTo = ({ org_id, fs_id }: FilesystemIds, path: string, type: Entry["type"]) =>
  `${origin()}/o/${org_id}/filesystems/${fs_id}/files?${filesQueryOf(path, type)}`;

/** A command that downloads a file. */
export const curlOf = (params: FilesystemIds, path: string) =>
  downloadCurl(origin() + fileUrl(params, path), nameOf(path));
