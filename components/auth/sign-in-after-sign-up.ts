import { signIn } from "@/console/queries/session";

/**
 * Signs an account in that was made a moment ago, and says which page comes next: if that fails, the account is there
 * all the same, and its owner signs in by hand.
 */
export function enter(email: string, password: string): Promise<"/" | "/sign-in"> {
  return signIn(email, password).then(
    () => "/",
    () => "/sign-in",
  );
}
