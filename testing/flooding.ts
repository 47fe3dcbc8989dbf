import type { Reaction } from "./endpoint";

/** An endpoint's reaction: writes `first`, and then `piece` again and again as fast as the other side reads. */
export const flooding = (first: string, piece: string) => (): Reaction => (socket) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(first);
  socket.on("drain", pour);
  pour();
};
