import { CLIENT_ID } from "@/lib/contract/oauth";
import { AppError } from "@/lib/errors";

// The name shown to users comes from here, never from the client. Clients have no secrets.
const CLIENTS: Readonly<Record<string, string>> = { [CLIENT_ID]: "Tidemark command line" };

/** A registered client by id. @throws AppError `invalid_client` (spec 4.36) */
export function findClient(id: string): { id: string; name: string } {
  const name = Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
  if (name === undefined) throw new AppError("invalid_client");
  return { id, name };
}
