const RIGHTS = ["---", "--x", "-w-", "-wx", "r--", "r-x", "rw-", "rwx"];

/** A mode of four octal digits as `ls` shows it: "0644" is "rw-r--r--". */
export const permissionsOf = (mode: string): string =>
  mode.slice(-3).replace(/[0-7]/g, (digit) => RIGHTS[Number(digit)] ?? digit);
