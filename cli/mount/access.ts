import { type CreateTicket, exchangeTicket, type Session } from "./credential";

/** The access of a mount to its filesystem: a session, and with a login or a key those that follow it. */
export type Access = ReturnType<typeof createAccess>;

/**
 * @param createTicket null if the session cannot be replaced
 * @param onReplaced called with each session that follows the first one
 */
export function createAccess(
  baseUrl: string,
  first: Session,
  createTicket: CreateTicket | null,
  onReplaced: (fresh: Session) => void,
) {
  const authors = new Set([authorOf(first)]);
  let session = first;
  let replaced = new AbortController();
  return {
    session: () => session,
    isReplaceable: createTicket !== null,
    /** Fires when the current session is replaced. */
    replaced: () => replaced.signal,
    /** Whether the author of a change is this mount, in this session or in one before it. */
    isOwn: (author: string | null) => author !== null && authors.has(author),
    /** Takes a new session. The old one stays valid for what is under way. @throws RequestError, NotLoggedIn */
    async replace(): Promise<void> {
      if (createTicket === null) throw new Error("the session cannot be replaced");
      session = await exchangeTicket(baseUrl, await createTicket());
      authors.add(authorOf(session));
      onReplaced(session);
      replaced.abort();
      replaced = new AbortController();
    },
    /** What to use in place of a token that was refused; null if there is nothing. */
    tokenAfter: (refused: string): string | null =>
      session.token === refused ? null : session.token,
  };
}

const authorOf = ({ id }: Session) => `mount:${id}`;
