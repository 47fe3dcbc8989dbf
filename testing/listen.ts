import { portOf } from "./endpoint";

type Listening = {
  listen(port: number, host: string, done: () => void): unknown;
  address: Parameters<typeof portOf>[0]["address"];
};

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export async function listen(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return portOf(server);
}
