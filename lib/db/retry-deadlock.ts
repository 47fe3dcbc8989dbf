import { sqlState } from "./errors";

const DEADLOCK = "40P01";

/** Runs a transaction that may lock in a different order than others do; after a deadlock once more. */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (sqlState(error) !== DEADLOCK) throw error;
    return transaction();
  }
}
