import { parseCsv, separatorOf } from "./csv";
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
export type TextPart = {
  text: string;
  language: Language | null;
  isCut: boolean;
  /** How it was read if it is not UTF-8. */
  encoding: string | null;
};

export type Preview =
  /** At a `blob:` address, to be revoked once it is not shown. */
  | { kind: "image" | "audio" | "video"; url: string }
  | ({ kind: "drawing"; url: string } & TextPart)
  | { kind: "pdf"; data: Blob }
  | ({ kind: "markdown" } & TextPart)
  | ({ kind: "json"; indented: string } & TextPart)
  | ({ kind: "text" } & TextPart)
  | { kind: "table"; rows: string[][]; isCut: boolean; encoding: string | null }
  | { kind: "other" };

type Read = (maxBytes: number) => Promise<Blob>;

/**
 * The preview of a file: an image, a sound, a video or a PDF by its extension, else the beginning of the file if it is
 * text, with CSV as a table, JSON indented unless it is already, and Markdown to be rendered. An SVG is both image and
 * text.
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
  const { text, isCut, encoding } = part;
  if (size > 0 && (extension === "csv" || extension === "tsv")) {
    const rows = parseCsv(text, extension === "csv" ? separatorOf(text) : "\t");
    // The cut may be in the middle of the last row.
    return { kind: "table", rows: isCut ? rows.slice(0, -1) : rows, isCut, encoding };
  }
  if (MARKDOWN.has(extension)) return { kind: "markdown", ...part };
  const indented = extension === "json" ? indentJson(text) : text.trim();
  return indented === text.trim() ? { kind: "text", ...part } : { kind: "json", indented, ...part };
}

async function textPart(
  extension: string,
  bytes: Blob,
  size: number = bytes.size,
): Promise<TextPart | null> {
  const shown = bytes.slice(0, MAX_TEXT_BYTES);
  const found = textOf(await shown.arrayBuffer());
  return found && { ...found, language: languageOf(extension), isCut: size > shown.size };
}

// Bytes that are valid UTF-8 need not be a text, and in Windows-1252 every byte is a character: only a text has hardly
// any that control nothing, and colours of terminals are in logs.
// oxlint-disable-next-line no-control-regex -- they are what is counted
const CONTROLS = /[\x00-\x08\x0E-\x1A\x1C-\x1F\x7F-\x9F]/g;
const MAX_CONTROLS = 0.01;

const isText = (text: string) =>
  !text.includes("\0") && (text.match(CONTROLS)?.length ?? 0) <= text.length * MAX_CONTROLS;

function textOf(bytes: ArrayBuffer): Pick<TextPart, "text" | "encoding"> | null {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return wide("utf-16le");
  if (first === 0xfe && second === 0xff) return wide("utf-16be");
  const text = decode("utf-8");
  if (text !== null) return isText(text) ? { text, encoding: null } : null;
  const old = decode("windows-1252") ?? "";
  if (!isText(old)) return null;
  return { text: old, encoding: "Windows-1252" };

  function wide(label: string) {
    const utf16 = decode(label);
    return utf16 ? { text: utf16, encoding: "UTF-16" } : null;
  }
  function decode(label: string): string | null {
    try {
      // As a stream, because the cut may be in the middle of a character.
      return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
    } catch {
      return null;
    }
  }
}
