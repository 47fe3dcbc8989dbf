// Between single quotes a shell interprets nothing except the closing quote.
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A curl command that downloads a file with the API key in the shell's `TIDEMARK_API_KEY`. */
export const downloadCurl = (url: string, name: string): string =>
  `curl --fail -o ${quote(name)} -H "Authorization: Bearer $TIDEMARK_API_KEY" ${quote(url)}`;
