/** A condition on an entity tag; the actual tag depends on what exists when it is sent. */
export type TagChoice = "current" | "other" | "*" | "weak" | "several";

type Conditions = { ifMatch?: TagChoice | undefined; ifNoneMatch?: TagChoice | undefined };
type Put = Conditions & {
  kind: "put";
  path: string;
  content: string;
  parents: boolean;
  mode?: string | undefined;
  sha?: "right" | "wrong" | undefined;
};
type Read = Conditions & {
  kind: "read";
  path: string;
  method: "GET" | "HEAD";
  range?: string | undefined;
  ifRange?: "current" | "other" | undefined;
};
/** Of the contents with the entity tag of `text`. */
type ReadContent = {
  kind: "content";
  text: string;
  method: "GET" | "HEAD";
  range?: string | undefined;
  ifNoneMatch?: TagChoice | undefined;
};
type Pair = {
  from: string;
  to: string;
  overwrite: boolean;
  parents: boolean;
  ifMatch?: TagChoice | undefined;
};

type Patch = {
  kind: "patch";
  path: string;
  mode?: string | undefined;
  modifiedAt?: string | undefined;
  ifMatch?: TagChoice | undefined;
};

/** One request as generated. Paths are raw, so they may have repeated and trailing slashes. */
export type Operation =
  | Put
  | Read
  | Patch
  | { kind: "remove"; path: string; recursive: boolean; ifMatch?: TagChoice | undefined }
  | { kind: "mkdir"; path: string; parents: boolean; mode?: string | undefined }
  | ({ kind: "move" } & Pair)
  | { kind: "exchange"; from: string; to: string; ifMatch?: TagChoice | undefined }
  | ({ kind: "copy" } & Pair)
  | { kind: "link"; target: string; path: string }
  | { kind: "symlink"; target: string; path: string }
  /** `item`: as generated the n-th of the trash, as sent its id. */
  | { kind: "restore"; item: string; to?: string | undefined; overwrite: boolean }
  | { kind: "purge"; item: string }
  | { kind: "trash" }
  | { kind: "stat"; path: string }
  /** `node`: as generated the n-th of all that ever were, as sent its id. */
  | { kind: "statNode"; node: string }
  | ReadContent
  | { kind: "list"; path: string; recursive: boolean; limit: number; stat: boolean }
  | { kind: "changes"; back: number; prefix: string; limit: number };

export type Kind = Operation["kind"];

/** Entity tags as sent in headers, chosen before the operation is sent. */
export type Tags = {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  ifRange?: string | undefined;
};

/** An operation ready to send: its tags as text, and the `cursor` that a feed starts from. */
export type Prepared = { op: Operation; tags: Tags; cursor: number };
