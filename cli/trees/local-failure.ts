const TEXTS: Readonly<Record<string, string>> = {
  EEXIST: "something with this name already exists here",
  EISDIR: "a directory with this name already exists here",
  ENOTDIR: "a file is in the place of a directory here",
  ENOTEMPTY: "the directory is not empty here",
  ENOENT: "the file or its directory does not exist here",
  EACCES: "the permissions here do not allow it",
  EPERM: "the permissions here do not allow it",
  EROFS: "this file system is read-only",
  ENOSPC: "no space is left on this disk",
  EDQUOT: "your quota on this disk is used up",
  ENAMETOOLONG: "the name is too long for this file system",
  EIO: "this disk failed",
  EILSEQ: "the name is not valid on this file system",
};

/** Runs what uses the local disk; failures of the system become texts. @throws Error */
export async function describeLocalFailure<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const text = localText(error);
    throw text === null ? error : new Error(text, { cause: error });
  }
}

/** What is said about a failure of the local disk; null for any other one. */
export function localText(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return TEXTS[code] ?? null;
}
