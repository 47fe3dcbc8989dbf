const KIB = 1024;
const MIB = 1024 * KIB;

/** Bounds of the gateway (spec 10.11). Sizes in bytes, times in milliseconds. */
export const LIMITS = {
  /** OpenSSH's own limits, which its client asks for. */
  packet: 256 * KIB,
  read: 255 * KIB,
  /** sshfs refuses replies of more than 128 KiB. */
  listing: 32 * KIB,
  handles: 1_024,
  /** Handles and files under way of one session; less while all of them have many, and at most so many together. */
  open: 2_048,
  openShare: 64,
  openByAll: 4_096,
  openAtMost: 8_192,
  channels: 8,
  /** What one channel may have in progress: requests, and the bytes they bring or ask for. */
  requests: 64,
  requestBytes: 2 * MIB,
  /** What one connection may leave unread, here or with its client; less while all of them leave much. */
  buffered: 4 * MIB,
  bufferedShare: 256 * KIB,
  bufferedByAll: 128 * MIB,
  /** rclone opens a connection for each transfer and each check. */
  connectionsPerSession: 32,
  connections: 2_000,
  strangers: 256,
  strangersPerAddress: 32,
  loginAttempts: 20,
  loginMs: 20_000,
  keepAliveMs: 15_000,
  keepAlives: 3,
  /** Contents under way up to this size are in memory, while all of them take no more than the second. */
  contentInMemory: 64 * KIB,
  contentsInMemory: 32 * MIB,
  idleCommitMs: 30_000,
  /** A client is there if a packet or its response to a keep-alive arrived within this time. */
  heardMs: 20_000,
  resumeMs: 10 * 60_000,
  /** A session without connections is over after this, unless bytes wait to be resumed. */
  lingerMs: 60_000,
  renewMs: 10 * 60_000,
  symlinkHops: 40,
} as const;
