import type { Settings } from "@/lib/settings";

/**
 * The name of a cookie of the console. Browsers accept a `__Host-` cookie only from this host over https, so
 * plain http in development uses another name.
 */
export function cookieName(
  { appUrl }: Pick<Settings, "appUrl">,
  name: "session" | "device" | "half" | "ceremony",
): string {
  return `${appUrl.protocol === "https:" ? "__Host-" : ""}tidemark.${name}`;
}

/** The first cookie of this name in a request's header, or null. */
export function readCookie(header: string | null, name: string): string | null {
  const prefix = `${name}=`;
  const pairs = header?.split(";").map((part) => part.trim()) ?? [];
  return pairs.find((part) => part.startsWith(prefix))?.slice(prefix.length) ?? null;
}
