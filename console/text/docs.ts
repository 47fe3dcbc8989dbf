/** The documentation. `{name}` marks a slot for an element. */
export const text = {
  documentation: "Documentation",
  documentationAbout:
    "Guides to receiving webhooks and working with files, the API reference, and how to run the service.",
  contents: "Contents",
  onThisPage: "On this page",
  around: "Next pages",
  previous: "Previous",
  next: "Next",
  search: "Search docs",
  searchTitle: "Search",
  searchAbout: "Type words, an error code, a field or a route.",
  found: (count: number, words: string) =>
    count === 0
      ? `No results for “${words}”. Try fewer or other words, or pick a page from the contents.`
      : `${count} ${count === 1 ? "result" : "results"} for “${words}”.`,

  api: "API",
  apiAbout:
    "Every operation with its request, response and errors. Try them in the browser as yourself if you're signed in, or with an API key. Also available as {openapi}.",
  openapi: "OpenAPI 3.1",
  tryIt: "Try it in the browser",
  backToReference: "Back to reference",
  viewerFailed: (path: string) =>
    `Failed to load the API explorer. The OpenAPI document is at ${path}.`,
  filter: "Filter",
  operations: "Operations to try",

  specPage: (title: string) => `Specification: ${title}`,
  request: "Request",
  language: "Language",
  apiOf: (tag: string) => `API: ${tag}`,
  or: (types: readonly string[]) => types.join(" or "),
  time: "time",
  range(least: number | null, most: number | null, unit: (count: string) => string) {
    const [from, to] = [least, most].map((bound) => bound?.toLocaleString("en") ?? null);
    if (to === null || to === undefined) return from ? unit(`at least ${from}`) : null;
    return unit(from ? `${from} to ${to}` : `at most ${to}`);
  },
  items: (count: string) => `${count} items`,
  default: (value: unknown) =>
    `default ${typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value)}`,
  any: "any",
  parameters: "Parameters",
  required: "required",
  body: "Body",
  noBody: "No body.",
  response: (status: string) => `Response ${status}`,
  errors: "Errors",
  callers: {
    api_key: "an API key",
    login: "a command-line login",
    session: "a console session",
    mount: "a mount",
  },
  public: "No authentication required.",
  authenticateWith: (callers: readonly string[]) =>
    `Authenticate with ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(callers)}.`,

  errorsAbout:
    "Every error response has a {code} that never changes, a message for people, and a {requestId} to include when you contact support. Branch on the code, not on the message.",
  fields: "Fields of a {code}",
  fieldsAbout:
    "Its {detail} lists every problem at once. Each problem has a {loc}, for example {example}, and one of these types:",
  statuses: {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    410: "Gone",
    412: "Precondition Failed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    416: "Range Not Satisfiable",
    422: "Unprocessable Content",
    428: "Precondition Required",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
    507: "Insufficient Storage",
  },
} as const;
