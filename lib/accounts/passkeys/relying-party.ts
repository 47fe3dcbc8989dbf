import net from "node:net";

import { AppError } from "@/lib/errors";
import { PRODUCT } from "@/lib/product";
import type { Settings } from "@/lib/settings";

/**
 * How authenticators know this service: the host and origin of APP_URL. Null where browsers refuse passkeys: on an IP
 * address, and without https except on localhost (spec 3.26).
 */
export function findRelyingParty({ appUrl }: Pick<Settings, "appUrl">) {
  const { hostname, origin, protocol } = appUrl;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = net.isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (isAddress || (protocol !== "https:" && !isLocal)) return null;
  return { id: hostname, origin, name: PRODUCT };
}

/** The same. @throws AppError `passkeys_unavailable` */
export function getRelyingParty(settings: Pick<Settings, "appUrl">) {
  const found = findRelyingParty(settings);
  if (found === null) throw new AppError("passkeys_unavailable");
  return found;
}
