const HALF = 4;

/** A device code as it is typed, with the hyphen it has in the terminal: `BCDF-GHJK`. */
export function spellUserCode(typed: string): string {
  const code = typed.replace(/[^a-z0-9]/gi, "");
  if (code.length <= HALF) return code;
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}
