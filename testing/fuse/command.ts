/** What the process that serves the filesystem in memory is asked to do. Changes are made behind the kernel's back. */
export type Command =
  | { op: "write"; name: string; text: string; notify: boolean }
  | { op: "add"; name: string; notify: boolean }
  | { op: "invalidateAll" }
  | { op: "invalidateUnknown" }
  | { op: "count" }
  | { op: "unmountAndExit" };
