import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { Carrier } from "./channel";
import { LIMITS } from "./limits";

/** What all connections of a gateway have left unread, in bytes. */
export type Unread = { bytes: number };

/**
 * Bounds what a connection keeps in memory. A client may ignore the windows of SSH, so the socket itself is paused while
 * its channels hold too much, or while the client does not read what it is sent.
 */
export function createCarrier(socket: Socket, all: Unread, end: () => void) {
  const channels = new Set<Duplex>();
  const wakes = new Set<() => void>();
  const left = new AbortController();
  let unread = 0;
  const measure = () => {
    const now = [...channels].reduce((sum, channel) => sum + channel.readableLength, 0);
    all.bytes += now - unread;
    unread = now;
    const share = all.bytes > LIMITS.bufferedByAll ? LIMITS.bufferedShare : LIMITS.buffered;
    const isTooMuch = unread > share || socket.writableLength > LIMITS.buffered;
    if (isTooMuch && !socket.isPaused()) socket.pause();
    if (!isTooMuch && socket.isPaused()) socket.resume();
  };
  socket.on("data", measure);
  socket.on("drain", () => {
    measure();
    for (const wake of wakes) wake();
  });
  socket.once("close", () => {
    left.abort();
    channels.clear();
    measure();
  });
  const carrier: Carrier = {
    open: { handles: 0 },
    left: left.signal,
    isCongested: () => socket.writableLength > LIMITS.read,
    attach(channel, wake) {
      channels.add(channel);
      wakes.add(wake);
      return () => {
        channels.delete(channel);
        wakes.delete(wake);
      };
    },
    measure,
    end,
  };
  return carrier;
}
