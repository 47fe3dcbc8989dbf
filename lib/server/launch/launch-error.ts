/** The start failed. The message is one actionable line without secrets. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}
