import { Client } from "pg";

/**
 * Records the transactions of all connections of this process from now on: a statement outside BEGIN is one, and
 * so is a BEGIN with all that follows it.
 * @returns the first statement of each transaction so far, and a function that ends the recording
 */
export function recordTransactions(): { begun: string[]; stop: () => void } {
  const begun: string[] = [];
  const inside = new WeakSet<Client>();
  const query = Client.prototype.query;
  Client.prototype.query = function record(this: Client, ...args: Parameters<typeof query>) {
    const text = textOf(args[0]);
    if (!inside.has(this)) begun.push(text);
    if (/^begin/i.test(text)) inside.add(this);
    if (/^(?:commit|rollback)/i.test(text)) inside.delete(this);
    return Reflect.apply(query, this, args);
  } as typeof query;
  return { begun, stop: () => void (Client.prototype.query = query) };
}

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : String((query as { text?: unknown }).text);
