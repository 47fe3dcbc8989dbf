import type { Schema } from "./schema";

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
};
type Content = Record<string, { schema?: Schema }>;

/** One operation as the OpenAPI document describes it. */
export type DocumentedOperation = {
  id: string;
  method: string;
  path: string;
  /** The kinds of credentials it takes, one of which is enough; none where anyone may call. */
  security: string[];
  parameters: Parameter[];
  /** The media type of the body and its schema, if there is a body. */
  body: { type: string; schema: Schema } | null;
  /** By status the schema of a JSON answer; null where the answer is not JSON. */
  answers: Map<number, Schema | null>;
};

type Described = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Document = Schema & { paths: Record<string, Record<string, Described>> };

/** All operations of a document. */
export function readOperations(document: Document): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      security: described.security.flatMap(Object.keys),
      parameters: described.parameters,
      body: readBody(described.requestBody?.content),
      answers: new Map(
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
