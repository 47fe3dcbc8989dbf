import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { type Listener } from "./serve";

/** What serves the pages of the web server, and the WebSockets that a page opens, if it may open any. */
export type Pages = {
  listener: Listener;
  /** Paths that `listener` reads from the disk, besides those below `/_next/static/`. */
  files: ReadonlySet<string>;
  upgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Cuts the WebSockets; requests in flight are the server's to end. */
  close(): void;
};
