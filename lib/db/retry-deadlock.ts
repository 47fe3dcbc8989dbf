import { isDeadlock } from "./errors";

const TRIES = 3;

/** Runs a transaction that may lock in a different order than others do, and repeats it after a deadlock. */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await transaction();
    } catch (error) {
      if (n === TRIES || !isDeadlock(error)) throw error;
    }
  }
}
