import { NEARLY, UsedOf } from "@/components/ui/used-of";
import { roomOf, type Used } from "@/console/state/room";
import { quotaText as text } from "@/console/text/usage";

type Props = Used & {
  name: string;
  /** What the organisation uses of its own limit; undefined: not known yet. */
  whole: Used | undefined;
  /** How much of it is in the trash. */
  trash: number;
  format: (value: number) => string;
};

/** What a filesystem uses, the limit it reaches first, and what to do when that is near. */
export function Quota({ whole, trash, ...own }: Props) {
  const room = roomOf(own, whole, trash);
  // What is in the trash makes room, so it counts in no number here.
  const kept = own.used - trash;
  if (room === null) return <UsedOf {...own} used={kept} />;
  const { used, limit, left, isOwn } = room;
  const taken = limit - left;
  return (
    <UsedOf {...own} used={kept} unlimited={text.noOwnLimit} bar={{ used: taken, limit }}>
      <span className="text-muted text-sm">
        {isOwn
          ? text.left(own.format(left))
          : text.ofOrganisation(own.format(used), own.format(limit))}
      </span>
      {taken >= NEARLY * limit && (
        <span className="text-bad text-sm">{left === 0 ? text.full : text.nearlyFull}</span>
      )}
    </UsedOf>
  );
}
