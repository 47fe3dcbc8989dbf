import { Ago } from "@/components/ui/ago";
import { text } from "@/console/text/account";

type Used = {
  id: string;
  name: string;
  address: string;
  last_used_at: string;
  current: boolean;
  /** What a login may do. */
  scopes?: readonly string[];
};

/** A session or login as an item of `AccessList`. */
export const usedFrom = ({ id, name, address, last_used_at: usedAt, current, scopes }: Used) => ({
  id,
  name,
  label: text.usedFrom(name, address),
  about: (
    <>
      {address} · {text.lastUsed} <Ago at={usedAt} />
      {scopes && ` · ${scopes.join(", ")}`}
    </>
  ),
  current,
});
