import { LOGIN_SCOPES, type Scope, SCOPES } from "@/lib/contract/scopes";
import { AppError } from "@/lib/errors";

/**
 * The scopes that a client asks for, in the order of our own table; without any, those a login has by default.
 * @throws AppError `invalid_scope` for an unknown one (RFC 6749, section 3.3)
 */
export function readScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return LOGIN_SCOPES;
  const asked = new Set(text.split(" "));
  const known = SCOPES.filter((scope) => asked.has(scope));
  if (known.length !== asked.size) throw new AppError("invalid_scope");
  return known;
}
