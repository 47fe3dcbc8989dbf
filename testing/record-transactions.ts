import { Client } from "pg";
import { vi } from "vitest";

export type Recording = {
  /** The first statement of each transaction so far. */
  begun: () => string[];
  /** Every statement so far. */
  sent: () => string[];
  /** The connections that sent them. */
  clients: () => Client[];
  stop: () => void;
};

/**
 * Records the transactions of all connections of this process from now on, until `stop`: a statement outside BEGIN is
 * one, and so is a BEGIN with all that follows it.
 */
export function recordTransactions(): Recording {
  const spy = vi.spyOn(Client.prototype, "query");
  const sent = () => spy.mock.calls.map(([query]: unknown[]) => textOf(query));
  const begun = () => {
    const inside = new Set<unknown>();
    return sent().filter((text, n) => {
      const client = spy.mock.contexts[n];
      const starts = !inside.has(client);
      if (/^begin/i.test(text)) inside.add(client);
      if (/^(?:commit|rollback)/i.test(text)) inside.delete(client);
      return starts;
    });
  };
  const clients = () => [...new Set(spy.mock.contexts)].filter((each) => each instanceof Client);
  return { begun, sent, clients, stop: () => spy.mockRestore() };
}

const textOf = (query: unknown): string =>
  typeof query === "object" && query !== null && "text" in query
    ? String(query.text)
    : String(query);
