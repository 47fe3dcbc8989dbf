/**
 * Milliseconds by which a busy machine may be late. An upper bound in a test tells a wait that ends from one that
 * does not; how fast things are is the benchmark's to say.
 */
export const STALL_MS = 5_000;
