import { getSystemErrorName } from "node:util";

import { UsageError } from "@/lib/usage-error";

/** What a mount needs of the C library and Node lacks. All throw `SystemCallError`. */
export type Libc = {
  /** Two connected Unix sockets, closed when another program is executed. */
  socketpair(): [number, number];
  /** `message` is a struct msghdr. Blocks until there is one and returns its number of bytes. */
  recvmsg(socket: number, message: Buffer): number;
  /** Where a buffer is in memory, for pointers in structures. */
  addressOf(buffer: Buffer): bigint;
  /** `flags` as in mount(2), `data` are the filesystem's own options. */
  mount(source: string, target: string, type: string, flags: number, data: string): void;
  /** In the thread pool: the kernel may send requests that this process has to serve first. */
  umount2(target: string, flags: number): Promise<void>;
  /** Locks an open file for this process, until it is closed. False if another has it. */
  lock(fd: number): boolean;
  /** Ends the process at once. process.exit() waits for its threads, and those that read /dev/fuse may never return. */
  exit(status: number): void;
};

/** A failed system call. `code` is its errno, such as EPERM. */
export class SystemCallError extends Error {
  override readonly name = "SystemCallError";
  readonly code: string;

  constructor(call: string, errno: number) {
    const code = getSystemErrorName(-errno);
    super(`${call} failed: ${code}`);
    this.code = code;
  }
}

const AF_UNIX = 1;
const SOCK_STREAM = 1;
const SOCK_CLOEXEC = 0o2000000;
const MSG_CMSG_CLOEXEC = 0x40000000;
const LOCK_EX = 2;
const LOCK_NB = 4;
/** Where a pointer has 64 bits in little-endian order, as in the structures of `receiveDescriptor`. */
const ARCHITECTURES = ["x64", "arm64"];

/**
 * Loads the C library of this process. @throws UsageError if this is not Linux or the optional package koffi, which
 * calls it, is not installed
 */
export async function loadLibc(): Promise<Libc> {
  if (process.platform !== "linux" || !ARCHITECTURES.includes(process.arch))
    throw new UsageError("mounting works on Linux only, on x64 and arm64");
  const koffi = await importKoffi();
  const library = koffi.load(null);
  const socketpair = library.func("int socketpair(int, int, int, _Out_ int *)");
  const recvmsg = library.func("int64_t recvmsg(int, void *, int)");
  const mount = library.func(
    "int mount(const char *, const char *, const char *, unsigned long, const char *)",
  );
  const umount2 = library.func("int umount2(const char *, int)");
  const flock = library.func("int flock(int, int)");
  const exit = library.func("void _exit(int)");
  const check = (call: string, result: number): number => {
    if (result < 0) throw new SystemCallError(call, koffi.errno());
    return result;
  };
  return {
    socketpair() {
      const sockets: [number, number] = [-1, -1];
      check("socketpair", socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets));
      return sockets;
    },
    recvmsg: (socket, message) => check("recvmsg", recvmsg(socket, message, MSG_CMSG_CLOEXEC)),
    mount(source, target, type, flags, data) {
      check("mount", mount(source, target, type, flags, data));
    },
    umount2: (target, flags) =>
      new Promise((resolve, reject) => {
        umount2.async(target, flags, (_: unknown, result: number) =>
          result < 0 ? reject(new SystemCallError("umount2", koffi.errno())) : resolve(),
        );
      }),
    lock(fd) {
      try {
        check("flock", flock(fd, LOCK_EX | LOCK_NB));
        return true;
      } catch (error) {
        if (error instanceof SystemCallError && error.code === "EAGAIN") return false;
        throw error;
      }
    },
    addressOf: koffi.address,
    exit,
  };
}

async function importKoffi() {
  try {
    return await import("koffi");
  } catch {
    throw new UsageError(
      'mounting needs the optional package koffi: run "npm install --include=optional"',
    );
  }
}
