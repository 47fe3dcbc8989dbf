import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  type PDFDocumentProxy,
  VerbosityLevel,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";

// app/pdfjs serves it.
const LIBRARY = `/pdfjs/${version}`;
const MAX_IMAGE_PIXELS = 100_000_000;
GlobalWorkerOptions.workerSrc = `${LIBRARY}/build/pdf.worker.min.mjs`;

/**
 * Opens a PDF without what it may contain of scripts, forms and attachments. Nothing but the library's own files is
 * loaded, and `signal` frees all that it takes.
 */
export async function openPdf(data: Blob, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const bytes = await data.arrayBuffer();
  signal.throwIfAborted();
  const task = getDocument({
    data: bytes,
    cMapUrl: `${LIBRARY}/cmaps/`,
    standardFontDataUrl: `${LIBRARY}/standard_fonts/`,
    wasmUrl: `${LIBRARY}/wasm/`,
    // The policy of our pages refuses WebAssembly.
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  });
  signal.addEventListener("abort", () => void task.destroy());
  return task.promise;
}

/** Whether a PDF could not be opened because it needs a password. */
export const isLocked = (error: unknown) => error instanceof PasswordException;
