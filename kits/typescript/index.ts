export { ApiError, type SourceOptions } from "./api.ts";
export { handleRequest } from "./fetch.ts";
export { memoryStore } from "./memory-store.ts";
export { type Changes, type FileEvent, type FileInfo, parseMessage } from "./message.ts";
export { handleNodeRequest } from "./node.ts";
export {
  POSTGRES_SCHEMA,
  type PostgresClient,
  type PostgresPool,
  postgresStore,
  type PostgresStoreOptions,
} from "./postgres-store.ts";
export { createReceiver, type Outcome, type Receiver, type ReceiverOptions } from "./receiver.ts";
export type { State, Store, Transaction } from "./store.ts";
export { signature, type SignatureHeaders, signingKey, type Verdict, verify } from "./verify.ts";
