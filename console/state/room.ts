/** What is used of a limit; null: there is none. */
export type Used = { used: number; limit: number | null };
type Room = { used: number; limit: number; left: number; isOwn: boolean };

/**
 * The limit that leaves a filesystem the least room: its own, or its organisation's; null without either.
 * @param trash how much of what is used is in the trash, which is deleted where a write needs the room
 */
export function roomOf(own: Used, whole: Used | undefined, trash: number): Room | null {
  const rooms = [own, whole].flatMap((one, i) => {
    if (one === undefined || one.limit === null) return [];
    const { used, limit } = one;
    return { used, limit, left: Math.max(0, limit - used + trash), isOwn: i === 0 };
  });
  return rooms.toSorted((a, b) => a.left - b.left)[0] ?? null;
}
