import { parseCsv } from "./csv";
import { indentJson } from "./indent-json";
import { type Language, languageOf } from "./languages";

const TYPES = new Map(
  Object.entries({
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    gif: "image/gif",
    webp: "image/webp",
    avif: "image/avif",
    svg: "image/svg+xml",
    mp3: "audio/mpeg",
    m4a: "audio/mp4",
    ogg: "audio/ogg",
    wav: "audio/wav",
    flac: "audio/flac",
    mp4: "video/mp4",
    webm: "video/webm",
  }),
);
const MAX_BYTES = { image: 10_000_000, audio: 50_000_000, video: 50_000_000, pdf: 50_000_000 };
const MARKDOWN: ReadonlySet<string> = new Set(["md", "markdown"]);
/** How much of a text file a preview shows. */
export const MAX_TEXT_BYTES = 64 * 1024;

/** The beginning of a text file, and its language if it is code. */
export type TextPart = { text: string; language: Language | null; isCut: boolean };

export type Preview =
  /** At a `blob:` address, to be revoked once it is not shown. */
  | { kind: "image" | "audio" | "video"; url: string }
  | ({ kind: "drawing"; url: string } & TextPart)
  | { kind: "pdf"; data: Blob }
  | ({ kind: "markdown" } & TextPart)
  | ({ kind: "text" } & TextPart)
  | { kind: "table"; rows: string[][]; isCut: boolean }
  | { kind: "other" };

type Read = (maxBytes: number) => Promise<Blob>;

/**
 * The preview of a file: an image, a sound, a video or a PDF by its extension, else the beginning of the file if it is
 * UTF-8 text, with CSV as a table, JSON indented and Markdown to be rendered. An SVG is both image and text.
 * @param size in bytes
 * @param read reads at most this many bytes from the start of the file
 */
export async function readPreview(name: string, size: number, read: Read): Promise<Preview> {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (extension === "pdf")
    return size === 0 || size > MAX_BYTES.pdf
      ? { kind: "other" }
      : { kind: "pdf", data: await read(size) };
  const type = TYPES.get(extension);
  const kind = (["image", "audio", "video"] as const).find((each) => type?.startsWith(each));
  if (type !== undefined && kind !== undefined) {
    if (size === 0 || size > MAX_BYTES[kind]) return { kind: "other" };
    const bytes = await read(size);
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    const part = extension === "svg" ? await textPart(extension, bytes) : null;
    return part === null ? { kind, url } : { kind: "drawing", url, ...part };
  }
  const part = await textPart(
    extension,
    size === 0 ? new Blob() : await read(MAX_TEXT_BYTES),
    size,
  );
  if (part === null) return { kind: "other" };
  const { text, isCut } = part;
  if (size > 0 && (extension === "csv" || extension === "tsv"))
    return { kind: "table", rows: parseCsv(text, extension === "csv" ? "," : "\t"), isCut };
  if (MARKDOWN.has(extension)) return { kind: "markdown", ...part };
  return { kind: "text", ...part, text: extension === "json" ? indentJson(text) : text };
}

async function textPart(
  extension: string,
  bytes: Blob,
  size: number = bytes.size,
): Promise<TextPart | null> {
  const shown = bytes.slice(0, MAX_TEXT_BYTES);
  const text = textOf(await shown.arrayBuffer());
  return text === null ? null : { text, language: languageOf(extension), isCut: size > shown.size };
}

function textOf(bytes: ArrayBuffer): string | null {
  try {
    // As a stream, because the cut may be in the middle of a character.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
