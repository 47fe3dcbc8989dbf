import type { VisitorContext } from "@/lib/auth/context";
import { DEVICE_GRANT } from "@/lib/contract/oauth";
import { AppError } from "@/lib/errors";

import { findClient } from "./clients";
import { exchangeDeviceCode } from "./exchange-device-code";
import type { Tokens } from "./issue-tokens";
import { refreshTokens } from "./refresh-tokens";
import { readScopes } from "./scopes";

type Input = {
  grant_type: string;
  client_id: string;
  device_code?: string | undefined;
  refresh_token?: string | undefined;
  scope?: string | undefined;
};

/**
 * Issues the tokens of a login, by either grant (spec 4.35, 4.37).
 * @throws AppError with the codes of RFC 6749, section 5.2 and RFC 8628, section 3.5
 */
export async function grantTokens(ctx: VisitorContext, input: Input): Promise<Tokens> {
  const clientId = findClient(input.client_id).id;
  const { grant_type: type, device_code: deviceCode, refresh_token: refreshToken } = input;
  if (type === DEVICE_GRANT) {
    if (deviceCode === undefined) throw new AppError("invalid_request");
    return exchangeDeviceCode(ctx, { deviceCode, clientId });
  }
  if (type !== "refresh_token") throw new AppError("unsupported_grant_type");
  if (refreshToken === undefined) throw new AppError("invalid_request");
  const scopes = input.scope === undefined ? [] : readScopes(input.scope);
  return refreshTokens(ctx, { refreshToken, clientId, scopes });
}
