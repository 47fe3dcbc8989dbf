import type { Row } from "@/tools/conformance/kit";

import { absence } from "./absence";
import { events } from "./events";
import { failures } from "./failures";
import { refusals } from "./refusals";
import { sizes } from "./sizes";
import { steps } from "./steps";
import { times } from "./times";

/** Everything that the two engines have in common, as far as our functions need it. */
export const rows: readonly Row[] = [
  ...events,
  ...steps,
  ...times,
  ...failures,
  ...sizes,
  ...refusals,
  ...absence,
];
