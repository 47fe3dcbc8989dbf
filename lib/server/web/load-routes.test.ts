import { expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import { openapiDocument } from "@/lib/openapi/document";

import { loadRoutes } from "./load-routes";

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("every operation of the contract has one route, and every route an operation", async () => {
  const routes = (await loadRoutes()).map(({ operation }) => name(operation));
  const operations = Object.values(api).flatMap((group) => Object.values(group).map(name));
  expect([...new Set(routes)].toSorted()).toEqual(operations.toSorted());
});

test("the OpenAPI document describes every operation", () => {
  const document = openapiDocument(api, "https://files.example.com") as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => name({ method: method.toUpperCase(), path })),
  );
  const operations = Object.values(api).flatMap((group) => Object.values(group).map(name));
  expect(described.toSorted()).toEqual(operations.toSorted());
  const put = document.paths["/api/v1/orgs/{org_id}/filesystems/{fs_id}/files"]?.["put"];
  expect(Object.keys(put?.responses ?? {})).toEqual(
    expect.arrayContaining(["201", "401", "409", "412", "422"]),
  );
});
