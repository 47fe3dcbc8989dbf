import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { version } from "pdfjs-dist/package.json";

type Params = { version: string; folder: string; file: string };

// What the library loads by itself, by URL: its worker, decoders of images, character maps and standard fonts.
const FOLDERS = new Map([
  ["build", { from: "legacy/build", files: /^pdf\.worker\.min\.mjs$/ }],
  ["wasm", { from: "wasm", files: /_nowasm_fallback\.js$/ }],
  ["cmaps", { from: "cmaps", files: /\.bcmap$/ }],
  ["standard_fonts", { from: "standard_fonts", files: /\.(pfb|ttf)$/ }],
]);
const LIBRARY = path.join(process.cwd(), "node_modules/pdfjs-dist");
const SCRIPT = /\.m?js$/;

// `next build` makes all of them.
export const dynamic = "force-static";
export const dynamicParams = false;

export async function generateStaticParams(): Promise<Params[]> {
  const folders = [...FOLDERS].map(async ([folder, { from, files }]) => {
    const names = await readdir(path.join(LIBRARY, from));
    return names.filter((name) => files.test(name)).map((file) => ({ version, folder, file }));
  });
  return (await Promise.all(folders)).flat();
}

export async function GET(_: Request, { params }: { params: Promise<Params> }): Promise<Response> {
  const { folder, file } = await params;
  const from = FOLDERS.get(folder)?.from ?? "";
  return new Response(new Uint8Array(await readFile(path.join(LIBRARY, from, file))), {
    headers: {
      "content-type": SCRIPT.test(file) ? "text/javascript" : "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
