import type { Schema } from "./schema";

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
};
type Content = Record<string, { schema?: Schema }>;

/** One operation as described in the OpenAPI document. */
export type DocumentedOperation = {
  id: string;
  method: string;
  path: string;
  /** The accepted kinds of credentials, any one of which is enough; empty for public operations. */
  security: string[];
  parameters: Parameter[];
  /** The media type and schema of the body, if there is one. */
  body: { type: string; schema: Schema } | null;
  /** The schema of a JSON response by status; null where the response is not JSON. */
  responseSchemas: Map<number, Schema | null>;
};

type Described = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Document = Schema & { paths: Record<string, Record<string, Described>> };

/** All operations in a document. */
export function readOperations(document: Document): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      security: described.security.flatMap(Object.keys),
      parameters: described.parameters,
      body: readBody(described.requestBody?.content),
      responseSchemas: new Map(
        Object.entries(described.responses).map(([status, { content }]) => [
          Number(status),
          content?.["application/json"]?.schema ?? null,
        ]),
      ),
    })),
  );
}

function readBody(content: Content | undefined): DocumentedOperation["body"] {
  const [first] = Object.entries(content ?? {});
  return first === undefined ? null : { type: first[0], schema: first[1].schema ?? {} };
}
