import { InvalidInput } from "@/lib/errors";
import { PRODUCT } from "@/lib/product";

// Fewer than a million guesses, by what people choose: lists of passwords, names, dates, keyboards, repetitions.
const MIN_SCORE = 2;
// What follows hardly matters, and hostile texts of 100 characters take up to 0.3 s, in which the process does nothing else.
const CHECKED = 40;
/** What is said of a weak password, after the name of its field. */
export const WEAK = "must be harder to guess; use a sentence, or a password manager";

/**
 * Refuses a new password that is easy to guess (spec 3.16).
 * @param field of the body
 * @param about what others know of the user, such as the address
 * @throws InvalidInput `password_weak`
 */
export async function refuseWeakPassword(
  password: string,
  field: string,
  about: readonly string[],
): Promise<void> {
  if (!(await isWeakPassword(password, about))) return;
  throw new InvalidInput([{ loc: ["body", field], msg: WEAK, type: "password_weak" }]);
}

/** Whether a password is easy to guess, for someone who knows what `about` says too. */
export async function isWeakPassword(password: string, about: readonly string[]): Promise<boolean> {
  const checker = await (loaded ??= load());
  // The part of an address before the @ is a word of its own: it is the name of users that have none.
  const words = [PRODUCT, ...about].flatMap((word) => [
    word,
    ...word.split("@"),
    ...word.split(/[@.\s]+/),
  ]);
  return checker.check(password.slice(0, CHECKED), words).score < MIN_SCORE;
}

// Its dictionaries take memory and time, and most processes never need them.
let loaded: ReturnType<typeof load> | undefined;
async function load() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
}
