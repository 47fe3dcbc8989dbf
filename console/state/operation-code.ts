import type { CodeLanguage } from "./code-language";
import { toJavaScript } from "./operation-javascript";
import { toPython } from "./operation-python";
import {
  addressOf,
  type Body,
  type Described,
  type OperationRequest,
  type Shown,
} from "./operation-request";
import { shellQuote } from "./shell-quote";

/** Code that makes a request in each language. */
export type OperationCode = Readonly<Record<CodeLanguage, string>>;

/**
 * Code for an operation of the API, with the API key and the ids of its path in variables of the environment. Null if no
 * key may call it.
 */
export function operationCode(operation: Described): OperationCode | null {
  const { security, requestBody } = operation;
  const isPublic = security.length === 0;
  if (!isPublic && !security.some((scheme) => "api_key" in scheme)) return null;
  const query = operation.parameters.flatMap(queryOf);
  const body = bodyOf(requestBody?.content ?? {});
  const request = { ...operation, isPublic, query, body, shown: shownOf(operation) };
  return { curl: toCurl(request), JavaScript: toJavaScript(request), Python: toPython(request) };
}

function queryOf(parameter: Described["parameters"][number]): (readonly [string, string])[] {
  const { name, required, schema, example = required ? schema?.example : undefined } = parameter;
  if (parameter.in !== "query" || (!required && example === undefined)) return [];
  return [example].flat().map((one) => [name, String(one)]);
}

function bodyOf(content: Readonly<Record<string, { example?: unknown }>>): Body | null {
  const [type] = Object.entries(content);
  if (type === undefined) return null;
  const [media, { example }] = type;
  const isForm = media === "application/x-www-form-urlencoded";
  return { as: isForm ? "form" : typeof example === "string" ? "text" : "json", media, example };
}

function shownOf({ responses }: Pick<Described, "responses">): Shown {
  const [, success] = Object.entries(responses).find(([status]) => Number(status) < 300) ?? [];
  const [type] = Object.keys(success?.content ?? {});
  if (type === "text/event-stream") return "stream";
  return type === "application/zip" ? "archive.zip" : "text";
}

function toCurl({ method, isPublic, body, shown, ...request }: OperationRequest): string {
  const options = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(shown === "stream" ? ["--no-buffer"] : []),
    ...(shown === "archive.zip" ? [`-o ${shown}`] : []),
  ];
  return [
    ["curl", ...options, `"${addressOf(request, (name) => `$${name}`)}"`].join(" "),
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
  if (as === "text") return [type, `--data-binary ${shellQuote(String(example))}`];
  return [type, `-d ${shellQuote(JSON.stringify(example))}`];
}
