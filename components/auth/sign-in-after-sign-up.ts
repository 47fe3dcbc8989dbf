import { signIn } from "@/console/queries/session";

/**
 * Signs in to a new account and returns the page to open next: its organisation. If signing in fails, that is
 * the sign-in page: the account exists all the same.
 */
export function signInAfterSignUp(email: string, password: string, orgId: string): Promise<string> {
  return signIn(email, password).then(
    () => `/o/${orgId}`,
    () => "/sign-in",
  );
}
