import { nameOf } from "./paths";

const PAUSE_MS = 1_000;

let typed = "";
let typedAt = 0;

/**
 * The row to go to when a character is typed in a list: the next one whose name starts with what was typed without a
 * pause, else the row itself. The same character again goes through all that start with it.
 * @param atMs when it was typed, in milliseconds from any moment on
 */
export function typeAhead(
  entries: readonly { path: string }[],
  row: number,
  character: string,
  atMs: number,
): number {
  const last = character.toLowerCase();
  typed = (atMs - typedAt < PAUSE_MS ? typed : "") + last;
  typedAt = atMs;
  const isRepeated = typed.replaceAll(last, "") === "";
  const start = isRepeated ? last : typed;
  const first = isRepeated ? row + 1 : row;
  for (let i = 0; i < entries.length; i++) {
    const at = (first + i) % entries.length;
    if (
      nameOf(entries[at]?.path ?? "")
        .toLowerCase()
        .startsWith(start)
    )
      return at;
  }
  return row;
}
