/** What is at a path below the root of a tree. Paths are relative, with slashes; the root's is empty. */
export type TreeNode = {
  path: string;
  /** `other`: a symbolic link or a special file, of which there is nothing to copy. */
  type: "file" | "directory" | "other";
  size: number;
  /** Entity tag without quotes; null if it takes reading the file. */
  tag: string | null;
};

/** How a file may be replaced: any that is there, only the one with this tag, or none. */
export type Replace = "any" | "none" | { tag: string };

/** Opens a content, again for each attempt to write it. */
export type Content = () => Promise<{ size: number; stream: AsyncIterable<Uint8Array> }>;

/** A directory and all below it, here or at the service. Calls throw Errors whose texts people can read. */
export type Tree = {
  /** Its root; null if there is nothing. */
  root: () => Promise<TreeNode | null>;
  /** All below the root, a directory before what it contains. */
  nodes: () => AsyncIterable<TreeNode>;
  tagOf: (node: TreeNode) => Promise<string>;
  read: (node: TreeNode) => Content;
  /** Writes a file, completely or not at all. @returns the tag of what was written */
  write: (path: string, content: Content, replace: Replace) => Promise<string>;
  makeDirectory: (path: string) => Promise<void>;
  /** Removes a file or an empty directory. */
  remove: (node: TreeNode) => Promise<void>;
};
