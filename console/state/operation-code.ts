import { toJavaScript } from "./operation-javascript";
import { toPython } from "./operation-python";
import { addressOf, type Body, type Described, type OperationRequest } from "./operation-request";
import { shellQuote } from "./shell-quote";

/** Code that makes a request in each language. */
export type OperationCode = Readonly<Record<"curl" | "JavaScript" | "Python", string>>;

/**
 * Code for an operation of the API, with the API key and the ids of its path in variables of the environment. Contents
 * come from a file. Null if no key may call it.
 */
export function operationCode(operation: Described): OperationCode | null {
  const { security, parameters, requestBody } = operation;
  const isPublic = security.length === 0;
  if (!isPublic && !security.some((scheme) => "api_key" in scheme)) return null;
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, schema }) => [name, exampleOf(schema?.example)] as const);
  const request = { ...operation, isPublic, query, body: bodyOf(requestBody?.content ?? {}) };
  return { curl: toCurl(request), JavaScript: toJavaScript(request), Python: toPython(request) };
}

function bodyOf(content: Readonly<Record<string, { example?: unknown }>>): Body | null {
  const [type] = Object.entries(content);
  if (type === undefined) return null;
  const [media, { example }] = type;
  const isForm = media === "application/x-www-form-urlencoded";
  return { as: isForm ? "form" : example === undefined ? "file" : "json", media, example };
}

const exampleOf = (example: unknown) => (typeof example === "string" ? example : "…");

function toCurl({ method, isPublic, body, ...request }: OperationRequest): string {
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${addressOf(request, (name) => `$${name}`)}"`,
    ...(isPublic ? [] : [`-H "Authorization: Bearer $TIDEMARK_API_KEY"`]),
    ...(body === null ? [] : curlBody(body)),
  ].join(" \\\n  ");
}

function curlBody({ as, media, example }: Body): string[] {
  if (as === "form")
    return Object.entries({ ...Object(example) }).map(
      ([name, value]) => `--data-urlencode ${shellQuote(`${name}=${String(value)}`)}`,
    );
  const type = `-H ${shellQuote(`Content-Type: ${media}`)}`;
  if (as === "file") return [type, "--data-binary @FILE"];
  return [type, `-d ${shellQuote(JSON.stringify(example))}`];
}
