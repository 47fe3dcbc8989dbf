import { z } from "zod";

import { readBlobUrl } from "./entries/blob-url";
import { type HostKey, readHostKey } from "./sftp/host-keys";

// PostgreSQL's integers and Node's timers end a little above it.
const MAX_COUNT = 2_000_000_000;

/** A whole number from 1, also of milliseconds. */
export const count = (fallback: number) =>
  z.coerce.number().int().min(1).max(MAX_COUNT).default(fallback);
/** A whole number of bytes. */
export const bytes = (least: number, fallback: number) =>
  z.coerce.number().int().min(least).default(fallback);
/** A positive whole number, or `unlimited`, which is null. */
export const quota = (fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text, check) => {
      if (text === "unlimited") return null;
      if (/^[1-9]\d{0,14}$/.test(text)) return BigInt(text);
      check.addIssue({ code: "custom", message: "must be a positive whole number or unlimited" });
      return z.NEVER;
    });
/** Any text; an empty one counts as not set. */
export const optional = z.string().min(1).optional();

/** `host:443=address:port,…`, similar to curl's --connect-to. Development and tests only. */
export const connectTo = z
  .string()
  .default("")
  .transform((text, check) => {
    const targets = new Map<string, { host: string; port: number }>();
    for (const item of text.split(",").filter(Boolean)) {
      const match = /^([a-z0-9.-]+):443=([^,=]+):(\d{1,5})$/i.exec(item.trim());
      const [, name, host, port] = match ?? [];
      if (
        name === undefined ||
        host === undefined ||
        !(Number(port) > 0 && Number(port) < 65_536)
      ) {
        check.addIssue({ code: "custom", message: "must look like host:443=127.0.0.1:9443" });
        return z.NEVER;
      }
      targets.set(name.toLowerCase(), { host: host.replace(/^\[|\]$/g, ""), port: Number(port) });
    }
    return targets;
  });

/** `id:base64,…`, 32 bytes each; the first encrypts, all decrypt. */
export const keyRing = z
  .string()
  .transform((text, check) => {
    const keys = new Map<string, Buffer>();
    for (const item of text.split(",")) {
      const [id = "", encoded = ""] = item.split(":");
      const key = Buffer.from(encoded, "base64");
      if (!/^[a-z0-9]{1,16}$/.test(id) || key.length !== 32) {
        check.addIssue({ code: "custom", message: "must look like k1:<32 bytes as base64>,…" });
        return z.NEVER;
      }
      keys.set(id, key);
    }
    return keys;
  })
  .optional();

/** Files of private keys, each as Base64, comma-separated. */
export const hostKeys = z
  .string()
  .default("")
  .transform((text, check) => {
    const keys: HostKey[] = [];
    for (const item of text.split(",").filter(Boolean)) {
      const key = readHostKey(Buffer.from(item, "base64").toString("latin1"));
      if (typeof key !== "string") keys.push(key);
      else check.addIssue({ code: "custom", message: key });
    }
    return keys;
  });

/** A URL with one of these protocols. */
export const url = (...protocols: string[]) =>
  z.string().transform((text, check) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    check.addIssue({ code: "custom", message: `must be a ${protocols.join(" or ")}// URL` });
    return z.NEVER;
  });

/** Where file contents are stored, see `readBlobUrl`. */
export const blobUrl = z.string().transform((text, check) => {
  const location = readBlobUrl(text);
  if (typeof location !== "string") return location;
  check.addIssue({ code: "custom", message: location });
  return z.NEVER;
});
