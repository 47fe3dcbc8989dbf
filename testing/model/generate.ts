import * as fc from "fast-check";

import type { Kind, Operation, TagChoice } from "./operations";
import type { Sequence } from "./run";

// Few and nested, so that operations collide. Their order by UTF-8 bytes, by UTF-16 units and by
// whole paths differs.
const name = fc.constantFrom("a", "b", "a-b", "\uff5e", "😀");
const names = fc.oneof(
  { weight: 4, arbitrary: fc.array(name, { minLength: 1, maxLength: 1 }) },
  { weight: 5, arbitrary: fc.array(name, { minLength: 2, maxLength: 2 }) },
  { weight: 3, arbitrary: fc.array(name, { minLength: 3, maxLength: 4 }) },
);
const path = fc.oneof(
  { weight: 30, arbitrary: names.map((list) => `/${list.join("/")}`) },
  { weight: 2, arbitrary: names.map((list) => `//${list.join("//")}/`) },
  { weight: 1, arbitrary: fc.constant("/") },
);
// `@7` is the 7th entry that exists when the operation is sent, `@7/a` a name in the 7th directory.
const nth = fc.nat({ max: 20 });
const existing = nth.map((n) => `@${n}`);
const inDirectory = fc.tuple(nth, name).map(([n, last]) => `@${n}/${last}`);
const here = fc.oneof({ weight: 3, arbitrary: existing }, { weight: 2, arbitrary: path });
const there = fc.oneof(
  { weight: 3, arbitrary: inDirectory },
  { weight: 1, arbitrary: existing },
  { weight: 3, arbitrary: path },
);
const content = fc.constantFrom("", "a", "other", "twelve bytes", "é😀", "x".repeat(40));
const target = fc.constantFrom("/a", "../b", "é");
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary });
const often = fc.constantFrom(true, true, false);
const mode = maybe(fc.constantFrom("0600", "0644", "0755", "7777"), 2);
const tag = maybe(
  fc.constantFrom<TagChoice[]>("current", "current", "*", "other", "weak", "several"),
  2,
);
const range = fc.constantFrom(
  ..."bytes=0-0 bytes=1-3 bytes=2- bytes=-2 bytes=-0 bytes=-90 bytes=50-".split(" "),
  ..."bytes=3-1 bytes=- bytes=0-1,3-4 items=0-1".split(" "),
);
const nthItem = nth.map((n) => `#${n}`);
const pair = { from: here, to: there, overwrite: often, parents: often, ifMatch: tag };

const operations: Record<Kind, [weight: number, arbitrary: fc.Arbitrary<Operation>]> = {
  put: [
    24,
    fc.record({
      kind: fc.constant("put" as const),
      path: there,
      content,
      parents: often,
      mode,
      ifMatch: maybe(tag),
      ifNoneMatch: maybe(tag),
      sha: maybe(fc.constantFrom("right" as const, "wrong" as const)),
    }),
  ],
  patch: [
    6,
    fc.record({
      kind: fc.constant("patch" as const),
      path: here,
      mode,
      ifMatch: tag,
      modifiedAt: maybe(fc.constantFrom("2001-02-03T04:05:06.789Z", "1970-01-01T00:00:00.000Z")),
    }),
  ],
  remove: [
    9,
    fc.record({ kind: fc.constant("remove" as const), path: here, recursive: often, ifMatch: tag }),
  ],
  mkdir: [9, fc.record({ kind: fc.constant("mkdir" as const), path: there, parents: often, mode })],
  move: [15, fc.record({ kind: fc.constant("move" as const), ...pair })],
  exchange: [
    6,
    fc.record({ kind: fc.constant("exchange" as const), from: here, to: here, ifMatch: tag }),
  ],
  copy: [9, fc.record({ kind: fc.constant("copy" as const), ...pair })],
  link: [9, fc.record({ kind: fc.constant("link" as const), target: here, path: there })],
  symlink: [
    5,
    fc.record({
      kind: fc.constant("symlink" as const),
      path: there,
      target,
    }),
  ],
  restore: [
    9,
    fc.record({
      kind: fc.constant("restore" as const),
      item: nthItem,
      to: maybe(there, 3),
      overwrite: often,
    }),
  ],
  purge: [2, fc.record({ kind: fc.constant("purge" as const), item: nthItem })],
  trash: [3, fc.record({ kind: fc.constant("trash" as const) })],
  read: [
    9,
    fc.record({
      kind: fc.constant("read" as const),
      path: here,
      ifMatch: tag,
      ifNoneMatch: tag,
      method: fc.constantFrom("GET" as const, "GET" as const, "HEAD" as const),
      range: maybe(range, 4),
      ifRange: maybe(fc.constantFrom("current" as const, "other" as const)),
    }),
  ],
  stat: [6, fc.record({ kind: fc.constant("stat" as const), path: here })],
  statNode: [
    6,
    fc.record({ kind: fc.constant("statNode" as const), node: fc.nat({ max: 60 }).map(String) }),
  ],
  content: [
    6,
    fc.record({
      kind: fc.constant("content" as const),
      text: fc.oneof({ weight: 9, arbitrary: content }, { weight: 1, arbitrary: target }),
      method: fc.constantFrom("GET" as const, "GET" as const, "HEAD" as const),
      range: maybe(range, 4),
      ifNoneMatch: tag,
    }),
  ],
  list: [
    6,
    fc.record({
      kind: fc.constant("list" as const),
      path: here,
      recursive: often,
      limit: fc.constantFrom(1, 2, 3, 1000),
      stat: fc.boolean(),
    }),
  ],
  changes: [
    6,
    fc.record({
      kind: fc.constant("changes" as const),
      prefix: here,
      back: fc.nat({ max: 40 }),
      limit: fc.constantFrom(1, 2, 1000),
    }),
  ],
};

/**
 * Sequences of 50 to 60 operations of these kinds, some with small quotas; shrunk to the fewest
 * that still fail.
 */
export function sequences(kinds: readonly Kind[]): fc.Arbitrary<Sequence> {
  const op = fc.oneof(
    ...kinds.map((kind) => ({ weight: operations[kind][0], arbitrary: operations[kind][1] })),
  );
  const step = fc.record({
    op,
    alongside: fc.constantFrom(false, false, true),
    batched: fc.boolean(),
  });
  const quotas = fc.record({
    bytes: maybe(fc.constantFrom(13, 80)).map((n) => n ?? null),
    entries: maybe(fc.constantFrom(5, 12)).map((n) => n ?? null),
  });
  return fc.record({ quotas, steps: new ShrinksFurther(step) });
}

// An array with a minimum of 50 never shrinks below 50, so it is generated with one and shrunk like
// any array.
class ShrinksFurther<T> extends fc.Arbitrary<T[]> {
  private readonly long: fc.Arbitrary<T[]>;
  private readonly short: fc.Arbitrary<T[]>;

  constructor(item: fc.Arbitrary<T>) {
    super();
    this.long = fc.array(item, { minLength: 50, maxLength: 60, size: "max" });
    this.short = fc.array(item, { maxLength: 60 });
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    return this.long.generate(random, bias);
  }

  override canShrinkWithoutContext(value: unknown): value is T[] {
    return this.short.canShrinkWithoutContext(value);
  }

  override shrink(value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return this.short.shrink(value, context);
  }
}
