import { z } from "zod";

import { formatLimit } from "./limits";
import { NO_NUL, utf8Length } from "./path";
import type { ProblemType } from "./problems";

type Meta = { description: string; example: string };

/** A text to search names or paths for: at most so many bytes, `tooLong` names the problem beyond. */
export const textPart = (maxBytes: number, tooLong: ProblemType, meta: Meta) =>
  z
    .string()
    .min(1)
    .refine((text) => text.isWellFormed() && !text.includes("\0"), {
      message: "must be valid Unicode without NUL",
      params: { type: "path_encoding" satisfies ProblemType },
    })
    .refine((text) => utf8Length(text) <= maxBytes, {
      message: `must be at most ${formatLimit(maxBytes)} bytes long`,
      params: { type: tooLong },
    })
    .meta({ ...meta, pattern: NO_NUL, maxLength: maxBytes });
