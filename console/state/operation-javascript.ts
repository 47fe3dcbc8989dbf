import { addressOf, type Body, type OperationRequest } from "./operation-request";

/** Code that makes a request with fetch. */
export function toJavaScript({ method, isPublic, body, ...request }: OperationRequest): string {
  const headers = [
    ...(isPublic ? [] : ["Authorization: `Bearer ${process.env.TIDEMARK_API_KEY}`"]),
    ...(body === null || body.as === "form" ? [] : [`"Content-Type": "${body.media}"`]),
  ];
  return [
    ...(body?.as === "file" ? [`import { readFile } from "node:fs/promises";`, ""] : []),
    `const url = \`${addressOf(request, (name) => `\${process.env.${name}}`)}\`;`,
    "const response = await fetch(url, {",
    `  method: "${method}",`,
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
    ...(body === null ? [] : [`  body: ${bodyOf(body)},`]),
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

function bodyOf({ as, example }: Body): string {
  if (as === "file") return `await readFile("FILE")`;
  const literal = JSON.stringify(example, null, 2).replaceAll("\n", "\n  ");
  return as === "form" ? `new URLSearchParams(${literal})` : `JSON.stringify(${literal})`;
}
