/** A word of a shell command. Between single quotes a shell interprets nothing except the closing quote. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
