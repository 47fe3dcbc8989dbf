import { CLIENT_ID } from "@/lib/contract/oauth";
import { AppError } from "@/lib/errors";

// What the page shows a person comes from here and never from the client. None of them has a secret or scopes.
const CLIENTS: Readonly<Record<string, string>> = { [CLIENT_ID]: "Tidemark command line" };

/** A registered client by its id. @throws AppError `invalid_client` for any other (spec 4.36). */
export function findClient(id: string): { id: string; name: string } {
  const name = Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
  if (name === undefined) throw new AppError("invalid_client");
  return { id, name };
}
