import { z } from "zod";

import { type Schemas, SchemaShape } from "@/console/state/schema-fields";
import { text } from "@/console/text/docs";
import { api } from "@/lib/contract/api";
import { openapiDocument } from "@/lib/openapi/document";

import type { DocPart } from "./doc-frame";

const Content = z.record(
  z.string(),
  z.object({ example: z.unknown().optional(), schema: SchemaShape.optional() }),
);

const Operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      description: z.string().optional(),
      example: z.unknown().optional(),
      schema: SchemaShape.optional(),
    }),
  ),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: Content.optional() }),
  ),
});
const Document = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), SchemaShape) }),
});

/** An operation of the OpenAPI document, with the fields that the reference shows. */
export type DocumentedOperation = z.infer<typeof Operation> & { method: string; path: string };

/** The operations of a tag; `slug` is their page below /docs/api. */
export type OperationGroup = { tag: string; slug: string; operations: DocumentedOperation[] };
type Reference = { groups: OperationGroup[]; schemas: Schemas };
let reference: Reference | undefined;

/** All operations by tag, in the order of the OpenAPI document's tags, and its named schemas; parsed once. */
export function apiReference(): Reference {
  return (reference ??= readReference());
}

function readReference(): Reference {
  const { tags, paths, components } = Document.parse(openapiDocument(api, "/"));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const groups = tags.map(({ name: tag }) => ({
    tag,
    slug: tag.toLowerCase().replaceAll(" ", "-"),
    operations: operations.filter(({ tags: [own] }) => own === tag),
  }));
  return { groups, schemas: components.schemas };
}

/** The parts of the reference in the contents. */
export const referenceParts = (current: string | null): DocPart[] =>
  apiReference().groups.map(({ tag, slug }) => ({
    slug: `api/${slug}`,
    title: tag,
    isCurrent: slug === current,
  }));

/** A summary's title, and what it says after it. */
export function titleOf(summary: string): { title: string; note: string } {
  const [title = "", note = ""] = summary.split(/; (.*)/);
  return { title, note: note && `${note.charAt(0).toUpperCase()}${note.slice(1)}.` };
}

const CALLERS: Readonly<Record<string, string>> = text.callers;

/** How to authenticate for an operation, as a sentence. */
export function callersOf({ security }: Pick<DocumentedOperation, "security">): string {
  const names = security.flatMap(Object.keys).map((scheme) => CALLERS[scheme] ?? scheme);
  return names.length === 0 ? text.public : text.authenticateWith(names);
}
