import type { Reaction } from "./endpoint";

/** An endpoint reaction: writes `first`, then `piece` repeatedly as fast as the peer reads. */
export const flooding = (first: string, piece: string) => (): Reaction => (socket) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(first);
  socket.on("drain", pour);
  pour();
};
