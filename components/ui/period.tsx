import { PERIODS } from "@/console/queries/usage";
import { text } from "@/console/text/usage";

import { Select } from "./select";

type Props = { days: number; onChange: (days: string) => void };

/** The number of days that charts show. */
export const Period = ({ days, onChange }: Props) => (
  <Select
    quiet
    label={text.period}
    dense
    value={String(days)}
    onChange={(event) => onChange(event.target.value)}
  >
    {PERIODS.map((length) => (
      <option key={length} value={length}>
        {text.lastDays(length)}
      </option>
    ))}
  </Select>
);
