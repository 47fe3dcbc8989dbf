import { errorCodeOf } from "@/lib/errors";

/** Whether a process with this id exists, even one of another user or a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCodeOf(error) === "EPERM";
  }
}
