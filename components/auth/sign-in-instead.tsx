import { Link } from "@/components/ui/link";
import { text } from "@/console/text/auth";

/** The way out of a page whose link does not work, or that has nothing to offer. */
export function SignInInstead() {
  return (
    <p className="text-sm">
      <Link className="text-tide underline underline-offset-4" href="/sign-in">
        {text.goToSignIn}
      </Link>
    </p>
  );
}
