import { expect, test } from "vitest";

import { api } from "@/lib/contract/api";

import { openapiDocument } from "./document";

type Links = Record<string, { operationId: string; parameters: Record<string, string> }>;
type Paths = Record<
  string,
  Record<string, { operationId: string; responses: Record<string, { links?: Links }> }>
>;

const document = openapiDocument(api, "https://files.example.com");
const operations = Object.values(document["paths"] as Paths).flatMap((methods) =>
  Object.values(methods),
);
const linksOf = (id: string) =>
  Object.values(operations.find((op) => op.operationId === id)?.responses ?? {})
    .flatMap(({ links }) => Object.entries(links ?? {}))
    .map(([name, { operationId, parameters }]) => ({ name, operationId, parameters }));

test("what creates or lists a resource links to all that can be done with it", () => {
  const parameters = {
    org_id: "$request.path.org_id",
    fs_id: "$request.path.fs_id",
    webhook_id: "$response.body#/id",
  };
  expect(linksOf("createWebhook")).toContainEqual({
    name: "pauseWebhook",
    operationId: "pauseWebhook",
    parameters,
  });
  expect(linksOf("listWebhooks").map(({ name }) => name)).toEqual(
    linksOf("createWebhook").map(({ name }) => name),
  );
  expect(linksOf("listWebhooks")[0]?.parameters).toMatchObject({
    webhook_id: "$response.body#/0/id",
  });
  expect(linksOf("createOrganisation").map(({ name }) => name)).toContain("createFilesystem");
  expect(linksOf("deleteWebhook")).toEqual([]);
});

test("every link leads to an operation and gives it a value for each part of its path", () => {
  const byId = new Map(
    Object.entries(document["paths"] as Paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ operationId }) => [operationId, path] as const),
    ),
  );
  for (const { operationId } of operations)
    for (const link of linksOf(operationId)) {
      const names = [...(byId.get(link.operationId) ?? "").matchAll(/\{(\w+)\}/g)].map(
        ([, name = ""]) => name,
      );
      expect(Object.keys(link.parameters).toSorted(), operationId).toEqual(names.toSorted());
    }
});
