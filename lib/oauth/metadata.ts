import { DEVICE_GRANT } from "@/lib/contract/oauth";
import type { Settings } from "@/lib/settings";

/** What a client must know to log in, by the address that people use (RFC 8414). */
export function describeServer({ appUrl }: Pick<Settings, "appUrl">) {
  const at = (path: string) => new URL(path, appUrl).href;
  return {
    issuer: appUrl.origin,
    device_authorization_endpoint: at("/oauth/device_authorization"),
    token_endpoint: at("/oauth/token"),
    revocation_endpoint: at("/oauth/revoke"),
    grant_types_supported: [DEVICE_GRANT, "refresh_token"],
    // There is no authorization endpoint, so none of its response types.
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
  };
}
