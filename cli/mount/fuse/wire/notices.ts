import { HEADER_OUT_BYTES, writeReplyHeader } from "./encode";
import { write64 } from "./message";

/** Codes of the messages that the kernel receives without having asked. */
const CODES = { invalidateNode: 2, invalidateEntry: 3, incrementEpoch: 8 };

/** Forget the attributes and the whole content of a node. */
export function encodeInvalidateNode(node: number): Buffer {
  const message = createNotice(CODES.invalidateNode, 24);
  write64(message, node, HEADER_OUT_BYTES);
  return message;
}

/** Forget a name, also that it does not exist. */
export function encodeInvalidateEntry(parent: number, name: string): Buffer {
  const bytes = Buffer.from(name);
  const message = createNotice(CODES.invalidateEntry, 16 + bytes.length + 1);
  write64(message, parent, HEADER_OUT_BYTES);
  message.writeUInt32LE(bytes.length, HEADER_OUT_BYTES + 8);
  bytes.copy(message, HEADER_OUT_BYTES + 16);
  return message;
}

/** Forget every name. */
export function encodeIncrementEpoch(): Buffer {
  return createNotice(CODES.incrementEpoch, 0);
}

/** A message to no request (unique 0), with its code where replies have the error. */
function createNotice(code: number, bodyBytes: number): Buffer {
  const message = Buffer.alloc(HEADER_OUT_BYTES + bodyBytes);
  writeReplyHeader(message, 0n, -code, bodyBytes);
  return message;
}
