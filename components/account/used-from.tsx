import { Time } from "@/components/ui/time";

type Used = { id: string; name: string; address: string; last_used_at: string; current: boolean };

/** A session or a login as a line of the list of accesses: where it was opened from and when it was used. */
export const usedFrom = ({ id, name, address, last_used_at: usedAt, current }: Used) => ({
  id,
  name,
  label: `${name} from ${address}`,
  about: (
    <>
      {address} · used <Time at={usedAt} />
    </>
  ),
  current,
});
