import { z } from "zod";

import { LIMITS } from "./limits";

// Controls, line separators and what changes the writing direction: a name could look like another, or be two lines.
// Joiners are part of words and emoji.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

// What a pattern for all languages can say of these: controls and line separators.
const PLAIN = String.raw`[^\x00-\x1f\x7f-\x9f\u2028\u2029]`;

const Text = z
  .string()
  .refine((text) => !UNSAFE.test(text) && text.isWellFormed(), {
    message: "must not contain control characters, line breaks or invisible formatting",
    params: { type: "path_encoding" },
  })
  .trim();

/** A text for people in one line: at most 200 characters (spec 10.6). */
export const Description = Text.max(LIMITS.nameLength).meta({ pattern: `^${PLAIN}*$` });

/** A display name: 1 to 200 characters, of which one is visible, without those around it that are not (spec 10.6). */
export const Name = Text.refine((text) => VISIBLE.test(text), {
  message: "must not be empty or blank",
  params: { type: "too_small" },
})
  .max(LIMITS.nameLength)
  .meta({ minLength: 1, pattern: `^${PLAIN}*${PLAIN.replace("]", String.raw`\s]`)}${PLAIN}*$` });
