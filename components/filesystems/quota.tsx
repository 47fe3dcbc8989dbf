import { NEARLY, UsedBar } from "@/components/ui/used-of";
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
export function Quota({ name, used, limit, whole, trash, format }: Props) {
  const room = roomOf({ used, limit }, whole, trash);
  const none = room === null ? text.unlimited : text.noOwnLimit;
  return (
    <div className="flex flex-col gap-1.5 px-5 py-4">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex flex-col gap-2">
        <span>
          <span className="text-xl font-semibold tabular-nums">{format(used)}</span>{" "}
          <span className="text-muted text-sm">
            {limit === null ? none : text.ofLimit(format(limit))}
          </span>
        </span>
        {room !== null && (
          <>
            <UsedBar used={room.used} limit={room.limit} />
            <span className="text-muted text-sm">
              {room.isOwn
                ? text.left(format(room.left))
                : text.ofOrganisation(format(room.used), format(room.limit))}
            </span>
          </>
        )}
        {room !== null && room.limit - room.left >= NEARLY * room.limit && (
          <span className="text-bad text-sm">{room.left === 0 ? text.full : text.nearlyFull}</span>
        )}
      </dd>
    </div>
  );
}
