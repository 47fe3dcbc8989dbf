import { NotLoggedIn } from "@/cli/logins";
import { RequestError } from "@/lib/api-client/request";

import { exchangeTicket, renewCredential, type Session, type Sessions } from "./credential";

/** The access of a mount to its filesystem: a session, and with a login or a key those that follow it. */
export type Access = ReturnType<typeof createAccess>;

/**
 * @param sessions what creates the next ones; null if the session cannot be replaced
 * @param onReplaced called with each session that follows the first one
 */
export function createAccess(
  baseUrl: string,
  first: Session,
  sessions: Sessions | null,
  onReplaced: (fresh: Session) => void,
) {
  const authors = new Set([authorOf(first)]);
  let session = first;
  let replaced = new AbortController();
  let recovery: Promise<boolean> | null = null;

  const replace = async (): Promise<void> => {
    if (sessions === null) throw new Error("the session cannot be replaced");
    session = await exchangeTicket(baseUrl, await sessions.createTicket());
    authors.add(authorOf(session));
    onReplaced(session);
    replaced.abort();
    replaced = new AbortController();
    recovery = null;
  };
  const recover = async (): Promise<boolean> => {
    try {
      if (sessions === null || !(await sessions.hasExpired(session))) return false;
      await replace();
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      // The service is away, for example. The next request that is refused tries it again.
      recovery = null;
      throw error;
    }
  };
  /** What to use in place of a token that was refused; null if access was lost. @throws RequestError if that is unknown */
  const tokenAfter = async (refused: string): Promise<string | null> => {
    if (session.token === refused && !(await (recovery ??= recover()))) return null;
    return session.token;
  };
  return {
    session: () => session,
    isReplaceable: sessions !== null,
    /** Fires when the current session is replaced. */
    replaced: () => replaced.signal,
    /** Whether the author of a change is this mount, in this session or in one before it. */
    isOwn: (author: string | null) => author !== null && authors.has(author),
    /** Takes a new session. The old one stays valid for what is under way. @throws RequestError, NotLoggedIn */
    replace,
    tokenAfter,
    /** Renews the credential; if its time is over, another session replaces it. @throws RequestError */
    async renew(): Promise<void> {
      const renewed = session;
      try {
        await renewCredential(baseUrl, renewed);
      } catch (error) {
        const isOver = isRefusal(error) || isInactive(error);
        if (!isOver || (await tokenAfter(renewed.token)) === null) throw error;
      }
    },
  };
}

const authorOf = ({ id }: Session) => `mount:${id}`;

const isInactive = (error: unknown) =>
  error instanceof RequestError && error.code === "session_not_active";

const isRefusal = (error: unknown) =>
  error instanceof NotLoggedIn ||
  (error instanceof RequestError && [401, 403, 404].includes(error.status));
