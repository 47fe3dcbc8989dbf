import { InvalidInput } from "@/lib/errors";
import { PRODUCT } from "@/lib/product";

// Fewer than a million guesses, by what people choose: lists of passwords, names, dates, keyboards, repetitions.
const MIN_SCORE = 2;
// What follows no longer matters, and hostile texts would cost time.
const CHECKED = 100;

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
  const check = await load();
  const words = [PRODUCT, ...about].flatMap((word) => [word, ...word.split(/[@.\s]+/)]);
  const { score } = check.check(password.slice(0, CHECKED), words);
  if (score >= MIN_SCORE) return;
  const msg = "is easy to guess; use a sentence, or a password manager";
  throw new InvalidInput([{ loc: ["body", field], msg, type: "password_weak" }]);
}

// Its dictionaries take memory, and most processes never need them.
async function load() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
}
