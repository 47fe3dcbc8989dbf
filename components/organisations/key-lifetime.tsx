import type { ReactNode } from "react";

import { Select } from "@/components/ui/select";
import { newApiKeyText as text } from "@/console/text/api-keys";

const LIFETIMES_DAYS = [30, 90, 365];
const DAY_MS = 24 * 60 * 60 * 1000;

/** After how many days a key expires, as the field `days`; empty: never. `children`: further options. */
export function KeyLifetime(props: { defaultValue: string; children?: ReactNode }) {
  return (
    <Select label={text.expiration} name="days" defaultValue={props.defaultValue}>
      {props.children}
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
