import { shellQuote } from "./shell-quote";

/** A curl command that downloads a file with the API key in the shell's `TIDEMARK_API_KEY`. */
export const downloadCurl = (url: string, name: string): string =>
  `curl --fail -o ${shellQuote(name)} -H "Authorization: Bearer $TIDEMARK_API_KEY" ${shellQuote(url)}`;
