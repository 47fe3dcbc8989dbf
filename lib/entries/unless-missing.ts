import { errorCodeOf } from "@/lib/errors";

/** What `act` resolves to; null if its file or its object in a bucket does not exist. */
export async function unlessMissing<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act;
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return null;
    if (error instanceof Error && error.name === "NoSuchKey") return null;
    throw error;
  }
}
