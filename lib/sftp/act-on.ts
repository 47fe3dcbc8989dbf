import { type Asking, isRefusal, resolvePath } from "./locate";
import type { Scope } from "./path-order";
import type { Session } from "./session";

/** Which symbolic links a request goes through: those on the way to its paths, or also one that a path names itself. */
export type Links = "on the way" | "all";

/**
 * Acts on paths in the session's order or, where they lead through symbolic links, on what is behind them, in the order
 * of everything else that concerns that. Only one turn is held at a time, as two could wait for each other.
 */
export async function actOn<T>(
  asking: Asking,
  { scopes, links, moves }: { scopes: readonly Scope[]; links?: Links; moves?: true },
  act: (...paths: string[]) => Promise<T>,
): Promise<T> {
  const { session } = asking;
  const actAt = (where: readonly Scope[]) => {
    const paths = where.map(({ path }) => path);
    const acting = session.order(where, () => act(...paths));
    return moves === true ? whileMoving(session, paths, acting) : acting;
  };
  try {
    return await actAt(scopes);
  } catch (error) {
    if (links === undefined || !isRefusal(error, "is_symlink", "not_a_directory")) throw error;
    const follow = links === "all";
    const resolve = async (scope: Scope) => ({
      ...scope,
      path: await resolvePath(asking, scope.path, follow),
    });
    const behind = await Promise.all(scopes.map(resolve));
    if (behind.every(({ path }, index) => path === scopes[index]?.path)) throw error;
    return actAt(behind);
  }
}

async function whileMoving<T>({ moves }: Session, [from, to]: string[], acting: Promise<T>) {
  if (from === undefined || to === undefined) return acting;
  const move = { from, to };
  moves.add(move);
  try {
    return await acting;
  } finally {
    moves.delete(move);
  }
}
