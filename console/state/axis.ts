/** The end of an axis for a largest value: a round number whose half is round too, such as 80 for 63. */
export function axisEnd(most: number): number {
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(most / 10)));
  return Math.max(2, 2 * Math.ceil(most / step / 2)) * step;
}

/** The same for bytes, round in the unit that they are shown in. */
export function axisEndOfBytes(most: number): number {
  const unit = 1024 ** Math.floor(Math.log2(Math.max(1, most)) / 10);
  const end = axisEnd(most / unit);
  return (end > 1_000 ? 2 * 1024 : end) * unit;
}
