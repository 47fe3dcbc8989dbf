const IMAGES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};
const MAX_IMAGE_BYTES = 5_000_000;
/** How much of a text file a preview shows. */
export const MAX_TEXT_BYTES = 64 * 1024;

type Preview =
  | { kind: "image"; url: string }
  | { kind: "text"; text: string; isCut: boolean }
  | { kind: "other" };

/**
 * The preview of a file: an image by its extension, else the beginning of the file if it is UTF-8 text.
 * @param size in bytes
 * @param read reads at most this many bytes from the start of the file
 */
export async function readPreview(
  name: string,
  size: number,
  read: (maxBytes: number) => Promise<Blob>,
): Promise<Preview> {
  const type = IMAGES[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
  if (type !== undefined) {
    if (size > MAX_IMAGE_BYTES) return { kind: "other" };
    return { kind: "image", url: await dataUrl(await read(MAX_IMAGE_BYTES), type) };
  }
  if (size === 0) return { kind: "text", text: "", isCut: false };
  const bytes = new Uint8Array(await (await read(MAX_TEXT_BYTES)).arrayBuffer());
  const text = textOf(bytes);
  return text === null ? { kind: "other" } : { kind: "text", text, isCut: size > bytes.length };
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

async function dataUrl(blob: Blob, type: string): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return `data:${type};base64,${btoa(binary)}`;
}
