import { LIMITS } from "@/lib/contract/limits";
import type { ProblemType } from "@/lib/contract/problems";
import { InvalidInput } from "@/lib/errors";

/** Bytes of a file; `end` is the first one after them. */
export type ByteRange = { start: number; end: number };

/** Which bytes of a file are replaced, and the size it has then. */
export type RangePlan = { ranges: ByteRange[]; total: number };

const HEADER = /^bytes (\*|\d{1,15}-\d{1,15}(?:, ?\d{1,15}-\d{1,15})*)\/(\d{1,15})$/i;

/**
 * Reads `Content-Range: bytes 0-9,20-29/100`: ranges in ascending order and the size of the result, which `*` alone sets
 * (spec 5.31).
 * @throws InvalidInput
 */
export function readContentRange(header: string | null): RangePlan {
  if (header === null) throw invalid("is required, unless you append", "missing");
  const [, list, size] = HEADER.exec(header) ?? [];
  if (list === undefined) throw invalid("must be like bytes 0-9,20-29/100", "string_type");
  const total = Number(size);
  const ranges = list === "*" ? [] : list.split(",").map(toRange);
  if (ranges.length > LIMITS.writeRanges)
    throw invalid(`must have at most ${LIMITS.writeRanges} ranges`, "too_big");
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at || end <= start || end > total)
      throw invalid("must have ascending ranges within the size that follows them", "too_small");
    at = end;
  }
  return { ranges, total };
}

/** How many bytes a request has to bring. */
export const lengthOf = ({ ranges }: RangePlan): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0);

function toRange(text: string): ByteRange {
  const [first, last] = text.split("-").map(Number);
  return { start: first ?? 0, end: (last ?? 0) + 1 };
}

/** @param msg what is wrong with the header */
export const invalid = (msg: string, type: ProblemType) =>
  new InvalidInput([{ loc: ["header", "Content-Range"], msg, type }]);
