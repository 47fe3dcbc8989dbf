import type { FilesystemContext } from "@/lib/auth/context";

/** Counts file contents that a caller read, in bytes: for its filesystem, and for its mount session (spec 4.18, 4.22). */
export function countRead({ actor, filesystemId, services }: FilesystemContext, bytes: number) {
  services.usage.add(filesystemId, { read: bytes });
  if (actor.type === "mount") services.mountActivity.read(actor.id, bytes);
}

/** The same for what it wrote. */
export function countWritten({ actor, filesystemId, services }: FilesystemContext, bytes: number) {
  services.usage.add(filesystemId, { written: bytes });
  if (actor.type === "mount") services.mountActivity.wrote(actor.id, bytes);
}
