/** Linux numbers of the errors that a filesystem returns. */
const ERRNO = {
  EPERM: 1,
  ENOENT: 2,
  EINTR: 4,
  EIO: 5,
  EBADF: 9,
  EAGAIN: 11,
  EACCES: 13,
  EBUSY: 16,
  EEXIST: 17,
  EXDEV: 18,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  EFBIG: 27,
  ENOSPC: 28,
  EROFS: 30,
  EMLINK: 31,
  ENAMETOOLONG: 36,
  ENOSYS: 38,
  ENOTEMPTY: 39,
  ELOOP: 40,
  EPROTO: 71,
  EILSEQ: 84,
  EOPNOTSUPP: 95,
  ENOTCONN: 107,
  ETIMEDOUT: 110,
  ESTALE: 116,
  EDQUOT: 122,
} as const;

export type ErrnoName = keyof typeof ERRNO;

/** What a handler throws to fail a request: the program that made the system call gets this errno. */
export class FuseError extends Error {
  override readonly name = "FuseError";
  readonly errno: number;
  readonly code: ErrnoName;

  constructor(code: ErrnoName) {
    super(code);
    this.code = code;
    this.errno = ERRNO[code];
  }
}
