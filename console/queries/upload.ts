import { asResponse } from "@/lib/api-client/as-response";
import { readRefusal, RequestError } from "@/lib/api-client/request";

import type { Entry } from "./entries";

type Options = {
  signal: AbortSignal;
  /** Whether a file that is there already is replaced; if not, that is refused with `precondition_failed`. */
  replace: boolean;
  /** Called with the share of the file that is sent, 0 to 1. */
  onProgress: (share: number) => void;
};

/**
 * Writes a file and tells how far it is, which `fetch` cannot.
 * @param url where the contents are written, as of `fileUrl`
 * @returns what is there now
 * @throws RequestError for a refusal; the signal's reason when it was given up
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
      if (signal.aborted) return reject(new DOMException("given up", "AbortError"));
      if (sending.status === 200 || sending.status === 201)
        return resolve(asResponse<Entry>(JSON.parse(sending.responseText)));
      if (sending.status === 0) return reject(new RequestError({ status: 0, code: "unreachable" }));
      void readRefusal(new Response(sending.responseText, { status: sending.status })).then(reject);
    });
    sending.open("PUT", url);
    sending.setRequestHeader("content-type", "application/octet-stream");
    if (!replace) sending.setRequestHeader("if-none-match", "*");
    sending.send(file);
  });
}
