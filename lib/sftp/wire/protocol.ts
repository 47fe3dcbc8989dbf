/** Packet types of SFTP version 3 (draft-ietf-secsh-filexfer-02) that a client sends. */
export const REQUEST = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  symlink: 20,
  extended: 200,
} as const;

/** Packet types that the server sends. */
export const REPLY = {
  version: 2,
  status: 101,
  handle: 102,
  data: 103,
  names: 104,
  attributes: 105,
  extended: 201,
} as const;

export const STATUS = {
  ok: 0,
  endOfFile: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  badMessage: 5,
  unsupported: 8,
} as const;

/** Flags of an open request. */
export const OPEN = {
  read: 1,
  write: 2,
  append: 4,
  create: 8,
  truncate: 16,
  exclusive: 32,
} as const;

export const VERSION = 3;
