import type { STATUS } from "./protocol";

export type Status = (typeof STATUS)[keyof typeof STATUS];

/** A request fails with this status; clients show the message. */
export class SftpError extends Error {
  override readonly name = "SftpError";
  readonly status: Status;

  constructor(status: Status, message: string) {
    super(message);
    this.status = status;
  }
}
