import { believe } from "@/lib/api-client/as-response";
import { readRefusal, RequestError } from "@/lib/api-client/request";

import type { Entry } from "./entries";

type Options = {
  signal: AbortSignal;
  /** Whether to replace an existing file; if not, it is rejected with `precondition_failed`. */
  replace: boolean;
  /** Called with the share of the file sent so far, 0 to 1. */
  onProgress: (share: number) => void;
};

/**
 * Uploads a file with progress, which `fetch` doesn't report.
 * @param url of the file's contents, from `fileUrl`
 * @returns the new entry
 * @throws RequestError for an error response; AbortError if it was cancelled
 */
export function upload(url: string, file: Blob, options: Options): Promise<Entry> {
  const { signal, replace, onProgress } = options;
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const abort = () => sending.abort();
    signal.addEventListener("abort", abort);
    sending.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    );
    sending.addEventListener("loadend", () => {
      signal.removeEventListener("abort", abort);
      if (signal.aborted) return reject(new DOMException("cancelled", "AbortError"));
      if (sending.status === 200 || sending.status === 201)
        return resolve(believe<Entry>(JSON.parse(sending.responseText)));
      if (sending.status === 0) return reject(new RequestError({ status: 0, code: "unreachable" }));
      void readRefusal(new Response(sending.responseText, { status: sending.status })).then(reject);
    });
    sending.open("PUT", url);
    sending.setRequestHeader("content-type", "application/octet-stream");
    if (!replace) sending.setRequestHeader("if-none-match", "*");
    sending.send(file);
  });
}
