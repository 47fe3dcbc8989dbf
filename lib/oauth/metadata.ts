import { DEVICE_GRANT } from "@/lib/contract/oauth";
import { SCOPES } from "@/lib/contract/scopes";
import type { Settings } from "@/lib/settings";

/** OAuth server metadata with public URLs (RFC 8414). */
export function describeServer({ appUrl }: Pick<Settings, "appUrl">) {
  const at = (path: string) => new URL(path, appUrl).href;
  return {
    issuer: appUrl.origin,
    device_authorization_endpoint: at("/oauth/device_authorization"),
    token_endpoint: at("/oauth/token"),
    revocation_endpoint: at("/oauth/revoke"),
    grant_types_supported: [DEVICE_GRANT, "refresh_token"],
    scopes_supported: [...SCOPES],
    // Empty, because there is no authorization endpoint.
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
  };
}
