/** A history by days: the ones that are shown, and as many before them; null if those are not known. */
export type Periods<Day> = { days: Day[]; before: Day[] | null };

const MOST_DAYS = 365;

/** How many days to ask for, to show some and compare them with as many before. */
export const daysToAsk = (shown: number): number => (2 * shown > MOST_DAYS ? shown : 2 * shown);

/** The last days of a history, and as many before them. */
export function splitPeriods<Day>(all: readonly Day[], shown: number): Periods<Day> {
  const start = Math.max(0, all.length - shown);
  return {
    days: all.slice(start),
    before: start < shown ? null : all.slice(start - shown, start),
  };
}
