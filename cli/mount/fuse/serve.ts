import { FuseError } from "./errno";
import type { Awaitable, Entry, FuseHandlers, MissingEntry, OpenFile, Stat } from "./handlers";
import type { NodeReferences } from "./node-references";
import type { OpenDirectories } from "./open-directories";
import type { Pending } from "./pending";
import {
  encodeEntry,
  encodeOpen,
  encodeStat,
  encodeStatistics,
  encodeWritten,
} from "./wire/encode";
import { encodeInit } from "./wire/init";
import type { Header } from "./wire/message";
import { encodePage, encodePlusPage } from "./wire/page";
import type { Operation, OperationName } from "./wire/requests";

/**
 * The body of a reply, and the nodes of which the kernel receives an entry in it. `undo` is called if the kernel does not
 * take the reply.
 */
export type Response = { body?: Buffer; nodes?: readonly number[]; undo?: () => unknown };

/** What the requests of a session share. `kernel.minor` is the kernel's protocol version, 0 until it is known. */
export type SessionState = {
  handlers: FuseHandlers;
  directories: OpenDirectories;
  references: NodeReferences;
  kernel: { minor: number };
  pending: Pending;
};

/** A result of undefined means that the request has no reply. */
type Serve<Name extends OperationName> = (
  operation: Operation<Name>,
  header: Header,
  state: SessionState,
) => Awaitable<Response> | undefined;

const EMPTY: Response = {};
const empty = () => EMPTY;

const SERVE: { [Name in OperationName]: Serve<Name> } = {
  init(operation, _, { kernel }) {
    kernel.minor = operation.minor;
    return { body: encodeInit(operation) };
  },
  forget({ count }, { node }, { references }) {
    references.remove(node, count);
    return undefined;
  },
  batchForget({ nodes }, _, { references }) {
    for (const { node, count } of nodes) references.remove(node, count);
    return undefined;
  },
  lookup: ({ name }, { node, caller }, { handlers }) =>
    after(handlers.lookup(node, name, caller), entryResponse),
  getattr: (_, { node, caller }, { handlers }) =>
    after(handlers.getattr(node, caller), statResponse),
  setattr: ({ change }, { node, caller }, { handlers }) =>
    after(handlers.setattr(node, change, caller), statResponse),
  readlink: (_, { node, caller }, { handlers }) =>
    after(handlers.readlink(node, caller), (target) => ({ body: Buffer.from(target) })),
  symlink: ({ name, target }, { node, caller }, { handlers }) =>
    after(handlers.symlink(node, name, target, caller), entryResponse),
  mknod: ({ name, mode, device }, { node, caller }, { handlers }) =>
    after(handlers.mknod(node, name, mode, device, caller), entryResponse),
  mkdir: ({ name, mode }, { node, caller }, { handlers }) =>
    after(handlers.mkdir(node, name, mode, caller), entryResponse),
  unlink: ({ name }, { node, caller }, { handlers }) =>
    after(handlers.unlink(node, name, caller), empty),
  rmdir: ({ name }, { node, caller }, { handlers }) =>
    after(handlers.rmdir(node, name, caller), empty),
  rename: ({ name, newParent, newName, mode }, { node, caller }, { handlers }) =>
    after(handlers.rename(node, name, newParent, newName, mode, caller), empty),
  link: ({ target, newName }, { node, caller }, { handlers }) =>
    after(handlers.link(target, node, newName, caller), entryResponse),
  open: ({ flags }, { node, caller }, { handlers }) =>
    after(handlers.open(node, flags, caller), (file) => ({ body: encodeFile(file) })),
  create: ({ name, mode, flags }, { node, caller }, { handlers }) =>
    after(handlers.create(node, name, mode, flags, caller), ({ entry, ...file }) => ({
      body: Buffer.concat([encodeEntry(entry), encodeFile(file)]),
      nodes: [entry.node],
      undo: () => handlers.release(entry.node, file.handle, caller),
    })),
  read: ({ handle, offset, size }, { node, caller }, { handlers }) =>
    after(handlers.read(node, handle, offset, size, caller), (body) => ({ body })),
  write: ({ handle, offset, data }, { node, caller }, { handlers }) =>
    after(handlers.write(node, handle, offset, data, caller), (bytes) => ({
      body: encodeWritten(bytes),
    })),
  fallocate: ({ handle, end, keepSize }, { node, caller }, { handlers }) =>
    // Without a change of size there is nothing to do: space is not reserved.
    keepSize ? EMPTY : after(handlers.allocate(node, handle, end, caller), empty),
  flush: ({ handle }, { node, caller }, { handlers }) =>
    after(handlers.flush(node, handle, caller), empty),
  fsync: ({ handle }, { node, caller }, { handlers }) =>
    after(handlers.fsync(node, handle, caller), empty),
  release: ({ handle }, { node, caller }, { handlers }) =>
    after(handlers.release(node, handle, caller), empty),
  opendir: (_, { node, caller }, { handlers, directories }) =>
    after(handlers.opendir(node, caller), () => ({ body: encodeOpen(directories.open(), false) })),
  readdir: (operation, { node, caller }, { handlers, directories }) =>
    after(directories.entriesFor(node, operation, caller), (entries) => {
      const request = { entries, offset: operation.offset, size: operation.size };
      if (!operation.plus) return { body: encodePage(request) };
      const { page, nodes } = encodePlusPage(request, (name) => handlers.peek(node, name));
      return { body: page, nodes };
    }),
  releasedir: ({ handle }, _, { directories }) => {
    directories.release(handle);
    return EMPTY;
  },
  interrupt({ target }, _, { pending }) {
    // It may not have been taken yet: the kernel sends this again.
    if (!pending.signal(BigInt(target))) throw new FuseError("EAGAIN");
    return undefined;
  },
  fsyncdir: (_, { node, caller }, { handlers }) => after(handlers.fsyncdir(node, caller), empty),
  statfs: (_, { node, caller }, { handlers }) =>
    after(handlers.statfs(node, caller), (statistics) => ({ body: encodeStatistics(statistics) })),
};

/**
 * Runs the handler of an operation and encodes its result; undefined if there is no reply. @throws what the handler
 * throws, or a promise of it
 */
export function serve<Name extends OperationName>(
  operation: Operation<Name>,
  header: Header,
  state: SessionState,
): Awaitable<Response> | undefined {
  return SERVE[operation.op](operation, header, state);
}

/** Encodes a result now if it is there: a promise would cost every request a turn of the event loop. */
function after<T>(result: Awaitable<T>, encode: (result: T) => Response): Awaitable<Response> {
  return result instanceof Promise ? result.then(encode) : encode(result);
}

function entryResponse(entry: Entry | MissingEntry): Response {
  const body = encodeEntry(entry);
  return entry.node === null ? { body } : { body, nodes: [entry.node] };
}

const statResponse = (stat: Stat): Response => ({ body: encodeStat(stat) });

const encodeFile = ({ handle, keepCache }: OpenFile) => encodeOpen(handle, keepCache);
