/** What a credential may be limited to (spec 3.23), each with what it allows. */
export const SCOPES = ["files:read", "files:write", "webhooks", "keys", "members"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes an API key can have; one created without a choice has all of them. */
export const KEY_SCOPES = ["files:read", "files:write", "webhooks"] as const;

/** Whether an API key can have a scope. */
export const isKeyScope = (scope: Scope): boolean => KEY_SCOPES.some((known) => known === scope);

/** The scopes of a command-line login that asks for none. */
export const LOGIN_SCOPES = ["files:read", "files:write"] as const satisfies Scope[];

/** The login that also has this scope. It replaces the one before, so the scopes of all commands are in it. */
export const loginWith = (scope: string): string =>
  `login --scope ${SCOPES.filter((one) => one === scope || isKeyScope(one)).join(",")}`;
