import { parseCsv } from "./csv";
import { indentJson } from "./indent-json";

const TYPES: Readonly<Record<string, string>> = {
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
};
const MAX_BYTES = { image: 10_000_000, audio: 50_000_000, video: 50_000_000 };
/** How much of a text file a preview shows. */
export const MAX_TEXT_BYTES = 64 * 1024;

export type Preview =
  /** At a `blob:` address, to be revoked once it is not shown. */
  | { kind: "image" | "audio" | "video"; url: string }
  | { kind: "text"; text: string; isCut: boolean }
  | { kind: "table"; rows: string[][]; isCut: boolean }
  | { kind: "other" };

/**
 * The preview of a file: an image, a sound or a video by its extension, else the beginning of the file if it is UTF-8
 * text, with CSV as a table and JSON indented.
 * @param size in bytes
 * @param read reads at most this many bytes from the start of the file
 */
export async function readPreview(
  name: string,
  size: number,
  read: (maxBytes: number) => Promise<Blob>,
): Promise<Preview> {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const type = TYPES[extension];
  const kind = (["image", "audio", "video"] as const).find((each) => type?.startsWith(each));
  if (type !== undefined && kind !== undefined) {
    if (size === 0 || size > MAX_BYTES[kind]) return { kind: "other" };
    return { kind, url: URL.createObjectURL(new Blob([await read(size)], { type })) };
  }
  if (size === 0) return { kind: "text", text: "", isCut: false };
  const bytes = new Uint8Array(await (await read(MAX_TEXT_BYTES)).arrayBuffer());
  const text = textOf(bytes);
  if (text === null) return { kind: "other" };
  const isCut = size > bytes.length;
  if (extension === "csv" || extension === "tsv")
    return { kind: "table", rows: parseCsv(text, extension === "csv" ? "," : "\t"), isCut };
  return { kind: "text", text: extension === "json" ? indentJson(text) : text, isCut };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    // As a stream, because the cut may be in the middle of a character.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
