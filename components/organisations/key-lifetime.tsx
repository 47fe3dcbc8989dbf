import { Select } from "@/components/ui/select";
import { useMoment } from "@/components/ui/use-moment";
import { newApiKeyText as text } from "@/console/text/api-keys";

const LIFETIMES_DAYS = [30, 90, 365];
const DAY_MS = 24 * 60 * 60 * 1000;
/** The value that leaves the expiry as it is: no lifetime is this long. */
export const KEEP = "keep";

type Props = {
  /** The expiry that a key has; undefined for a new key. */
  now?: string | null;
};

/** After how many days a key expires, as the field `days`; empty: never. */
export function KeyLifetime({ now }: Props) {
  const format = useMoment();
  return (
    <Select label={text.expiration} name="days" defaultValue={now === undefined ? "90" : KEEP}>
      {now !== undefined && (
        <option value={KEEP}>{text.keepExpiration(now && format.format(new Date(now)))}</option>
      )}
      {LIFETIMES_DAYS.map((days) => (
        <option key={days} value={days}>
          {text.days(days)}
        </option>
      ))}
      <option value="">{text.noExpiration}</option>
    </Select>
  );
}

/** The expiry that a value of the field means. */
export function expiryOf(days: string | undefined): string | null {
  const count = Number(days);
  return count > 0 ? new Date(Date.now() + count * DAY_MS).toISOString() : null;
}
