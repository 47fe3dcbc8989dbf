/**
 * Milliseconds by which a busy machine may be late. An upper bound in a test only distinguishes a
 * wait that ends from one that does not; the benchmark measures speed.
 */
export const STALL_MS = 5_000;
