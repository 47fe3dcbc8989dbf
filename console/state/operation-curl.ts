import { shellQuote } from "./shell-quote";

type Described = {
  origin: string;
  method: string;
  path: string;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    schema?: { example?: unknown } | undefined;
  }[];
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> } | undefined;
};

/**
 * A curl command for an operation of the API, with the API key and the ids of its path in variables of the shell.
 * Null if no key may call it.
 */
export function operationCurl(operation: Described): string | null {
  const { origin, method, path, security, parameters, requestBody } = operation;
  const isPublic = security.length === 0;
  if (!isPublic && !security.some((scheme) => "api_key" in scheme)) return null;
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURI(exampleOf(schema?.example))}`);
  const address =
    origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const [media, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${[address, ...(query.length > 0 ? [query.join("&")] : [])].join("?")}"`,
    ...(isPublic ? [] : [`-H "Authorization: Bearer $TIDEMARK_API_KEY"`]),
    ...(media === undefined
      ? []
      : [`-H ${shellQuote(`Content-Type: ${media}`)}`, dataOf(body?.example)]),
  ].join(" \\\n  ");
}

const dataOf = (example: unknown) =>
  example === undefined ? "--data-binary @FILE" : `-d ${shellQuote(JSON.stringify(example))}`;

const exampleOf = (example: unknown) => (typeof example === "string" ? example : "…");
