import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { type Created, creatorOf } from "@/console/text/creator";
import { text } from "@/console/text/revoked-webhook";
import { text as shared } from "@/console/text/webhook-health";

type Props = {
  /** What support staff don't see. */
  webhook?: Created;
  reader: keyof typeof text.about;
  /** The page that creates the same webhook again, for those who can. */
  againHref?: string | false;
};

/** Why a webhook stopped for good: its creator lost access; and what can be done. */
export const RevokedBanner = ({ webhook, reader, againHref }: Props) => (
  <section aria-label={shared.problem}>
    <Alert tone="bad">
      <p className="font-semibold">{text.title(webhook ? creatorOf(webhook) : null)}</p>
      <p>{text.about[reader]}</p>
      {againHref && (
        <Link href={againHref} className="text-tide w-fit underline underline-offset-4">
          {text.createAgain}
        </Link>
      )}
    </Alert>
  </section>
);
