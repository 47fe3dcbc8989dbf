import { Client } from "pg";
import { vi } from "vitest";

/**
 * Records the transactions of all connections of this process from now on: a statement outside BEGIN is one, and so
 * is a BEGIN with all that follows it.
 * @returns the first statement of each transaction so far, and a function that ends the recording
 */
export function recordTransactions(): { begun: () => string[]; stop: () => void } {
  const spy = vi.spyOn(Client.prototype, "query");
  const begun = () => {
    const inside = new Set<unknown>();
    return spy.mock.calls.flatMap(([query]: unknown[], n) => {
      const [text, client] = [textOf(query), spy.mock.contexts[n]];
      const starts = !inside.has(client);
      if (/^begin/i.test(text)) inside.add(client);
      if (/^(?:commit|rollback)/i.test(text)) inside.delete(client);
      return starts ? [text] : [];
    });
  };
  return { begun, stop: () => spy.mockRestore() };
}

const textOf = (query: unknown): string =>
  typeof query === "object" && query !== null && "text" in query
    ? String(query.text)
    : String(query);
