import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { text } from "@/console/text/layout";

/** The link to sign in. */
export function SignInLink() {
  return (
    <Button asChild size="sm">
      <Link href="/sign-in">{text.signIn}</Link>
    </Button>
  );
}
