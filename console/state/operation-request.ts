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
    /** Makes an optional one part of the request. */
    example?: unknown;
    schema?: { example?: unknown } | undefined;
  }[];
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> } | undefined;
  responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> | undefined }>>;
};

/** What a request sends: JSON, a form or a text like its example. */
export type Body = { as: "json" | "form" | "text"; media: string; example?: unknown };

/** How code shows a response: as a text at once, as it arrives, or as a file of this name. */
export type Shown = "text" | "stream" | "archive.zip";

/** What a request for an operation consists of. */
export type OperationRequest = Pick<Described, "origin" | "method" | "path"> & {
  isPublic: boolean;
  query: readonly (readonly [string, string])[];
  body: Body | null;
  shown: Shown;
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
