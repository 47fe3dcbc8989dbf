import { isKeyScope, type Scope } from "@/lib/contract/scopes";
import { AppError } from "@/lib/errors";

import type { Actor } from "./actor";

/**
 * Checks the scopes of the caller's credential (spec 3.23). Sessions and mounts have none that could be missing, and
 * API keys need a permission instead of a scope that no key can have.
 * @throws AppError `insufficient_scope`
 */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.type === "mount" || actor.scopes === null) return;
  if (actor.type === "key" && !isKeyScope(scope)) return;
  if (!actor.scopes.includes(scope)) throw new AppError("insufficient_scope", { scope });
}
