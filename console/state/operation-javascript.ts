import { addressOf, type Body, type OperationRequest } from "./operation-request";

const SHOWN = {
  text: ["console.log(response.status, await response.text());"],
  stream: [
    "console.log(response.status);",
    "for await (const chunk of response.body) process.stdout.write(chunk);",
  ],
  "archive.zip": [
    `await writeFile("archive.zip", response.body);`,
    `console.log(response.status, "archive.zip");`,
  ],
};

/** Code that makes a request with fetch. */
export function toJavaScript({ method, isPublic, body, shown, ...request }: OperationRequest) {
  const headers = [
    ...(isPublic ? [] : ["Authorization: `Bearer ${process.env.TIDEMARK_API_KEY}`"]),
    ...(body === null || body.as === "form" ? [] : [`"Content-Type": "${body.media}"`]),
  ];
  return [
    ...(shown === "archive.zip" ? [`import { writeFile } from "node:fs/promises";`, ""] : []),
    `const url = \`${addressOf(request, (name) => `\${process.env.${name}}`)}\`;`,
    "const response = await fetch(url, {",
    `  method: "${method}",`,
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
    ...(body === null ? [] : [`  body: ${bodyOf(body)},`]),
    "});",
    ...SHOWN[shown],
  ].join("\n");
}

function bodyOf({ as, example }: Body): string {
  const literal = JSON.stringify(example, null, 2).replaceAll("\n", "\n  ");
  if (as === "text") return literal;
  return as === "form" ? `new URLSearchParams(${literal})` : `JSON.stringify(${literal})`;
}
