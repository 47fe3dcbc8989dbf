import { addressOf, type OperationRequest } from "./operation-request";

const SHOWN = {
  text: ["print(response.status_code, response.text)"],
  stream: [
    "print(response.status_code)",
    "for line in response.iter_lines(decode_unicode=True):",
    "    print(line)",
  ],
  "archive.zip": [
    `open("archive.zip", "wb").write(response.content)`,
    `print(response.status_code, "archive.zip")`,
  ],
};

/** Code that makes a request with the library requests. */
export function toPython({ method, isPublic, body, shown, ...request }: OperationRequest): string {
  const address = addressOf({ ...request, query: [] }, (name) => `{os.environ['${name}']}`);
  const headers = [
    ...(isPublic ? [] : [`"Authorization": f"Bearer {os.environ['TIDEMARK_API_KEY']}"`]),
    ...(body?.as === "text" ? [`"Content-Type": "${body.media}"`] : []),
  ];
  const query = toLiteral(Object.fromEntries(request.query), "    ");
  return [
    "import os\n\nimport requests\n",
    "response = requests.request(",
    `    "${method}",`,
    `    f"${address}",`,
    ...(request.query.length === 0 ? [] : [`    params=${query},`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(", ")}},`]),
    ...(body === null
      ? []
      : [`    ${body.as === "json" ? "json" : "data"}=${toLiteral(body.example, "    ")},`]),
    ...(shown === "stream" ? ["    stream=True,"] : []),
    ")",
    ...SHOWN[shown],
  ].join("\n");
}

const CONSTANTS = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

/** A JSON value as a literal of Python, whose texts and numbers are written alike. */
function toLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  const within = (open: string, items: readonly string[], close: string) =>
    items.length === 0
      ? open + close
      : [open, ...items.map((item) => `${inner}${item},`), indent + close].join("\n");
  if (Array.isArray(value))
    return within(
      "[",
      value.map((item) => toLiteral(item, inner)),
      "]",
    );
  if (typeof value === "object" && value !== null)
    return within(
      "{",
      Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${toLiteral(item, inner)}`,
      ),
      "}",
    );
  return CONSTANTS.get(value) ?? JSON.stringify(value);
}
