import { REPLY, STATUS } from "./protocol";
import type { Status } from "./sftp-error";

/** A reply without its length and the id of its request. */
export type Reply = { type: number; fields: readonly Buffer[] };

/** An entry as SFTP shows it. Times in seconds, `mode` with the type of the file. */
export type Attributes = { size: number; uid: number; gid: number; mode: number; modified: number };
export type Name = { name: string; long: string; attributes: Attributes | null };

export function u32(value: number): Buffer {
  const field = Buffer.allocUnsafe(4);
  field.writeUInt32BE(value);
  return field;
}

export function u64(value: number): Buffer {
  const field = Buffer.allocUnsafe(8);
  field.writeBigUInt64BE(BigInt(Math.max(0, Math.floor(value))));
  return field;
}

export function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u32(bytes.length), bytes]);
}

const LARGEST_TIME = 2 ** 32 - 1;

function attributeFields({ size, uid, gid, mode, modified }: Attributes): Buffer {
  const time = Math.min(Math.max(Math.floor(modified), 0), LARGEST_TIME);
  // All of size, owner, mode and times.
  return Buffer.concat([u32(15), u64(size), ...[uid, gid, mode, time, time].map(u32)]);
}

export const statusReply = (status: Status, message: string): Reply => ({
  type: REPLY.status,
  fields: [u32(status), text(message), text("en")],
});
export const OK = statusReply(STATUS.ok, "");
export const END_OF_FILE = statusReply(STATUS.endOfFile, "End of file");
export const handleReply = (id: string): Reply => ({ type: REPLY.handle, fields: [text(id)] });
export const dataReply = (data: Uint8Array): Reply => ({
  type: REPLY.data,
  fields: [u32(data.length), Buffer.from(data.buffer, data.byteOffset, data.length)],
});
export const attributesReply = (attributes: Attributes): Reply => ({
  type: REPLY.attributes,
  fields: [attributeFields(attributes)],
});
export const extendedReply = (...fields: Buffer[]): Reply => ({ type: REPLY.extended, fields });

export function namesReply(names: readonly Name[]): Reply {
  const fields = names.flatMap(({ name, long, attributes }) => [
    text(name),
    text(long),
    attributes === null ? u32(0) : attributeFields(attributes),
  ]);
  return { type: REPLY.names, fields: [u32(names.length), ...fields] };
}

/** A packet as it is sent. */
export function framed({ type, fields }: Reply, id: Buffer | null): Buffer {
  const length = fields.reduce((sum, field) => sum + field.length, 1 + (id?.length ?? 0));
  return Buffer.concat([u32(length), Buffer.of(type), ...(id === null ? [] : [id]), ...fields]);
}
