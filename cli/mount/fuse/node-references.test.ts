import { expect, test } from "vitest";

import { createNodeReferences } from "./node-references";

test("a node is forgotten once, when the kernel has given back every entry", () => {
  const forgotten: number[] = [];
  const references = createNodeReferences((node) => forgotten.push(node));
  for (const node of [2, 2, 3, 2]) references.add(node);
  references.remove(2, 2);
  expect(forgotten).toEqual([]);
  references.add(2);
  references.remove(2, 2);
  references.remove(3, 1);
  references.remove(3, 1);
  expect(forgotten).toEqual([2, 3]);
  references.add(2);
  references.remove(2, 1);
  expect(forgotten).toEqual([2, 3, 2]);
});
