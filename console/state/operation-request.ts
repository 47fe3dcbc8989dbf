/** An operation as the OpenAPI document describes it, with the origin of the service. */
export type Described = {
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

/** What a request sends: JSON or a form like its example, or the contents of a file. */
export type Body = { as: "json" | "form" | "file"; media: string; example?: unknown };

/** What a request for an operation consists of. */
export type OperationRequest = Pick<Described, "origin" | "method" | "path"> & {
  isPublic: boolean;
  query: readonly (readonly [string, string])[];
  body: Body | null;
};

/** The URL of a request; ids of its path as `variable` writes the variables of their names. */
export const addressOf = (
  { origin, path, query }: Pick<OperationRequest, "origin" | "path" | "query">,
  variable: (name: string) => string,
) =>
  [
    origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name.toUpperCase())),
    ...(query.length === 0
      ? []
      : [query.map(([name, value]) => `${name}=${encodeURI(value)}`).join("&")]),
  ].join("?");
