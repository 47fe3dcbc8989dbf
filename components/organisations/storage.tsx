import { useQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { UsedOf } from "@/components/ui/used-of";
import { limitsQuery } from "@/console/queries/organisations";
import { limitsText } from "@/console/text/limits";
import { text } from "@/console/text/overview";

/** What the organisation's files take of its quotas. */
export function Storage() {
  const { id: orgId } = useOrganisation();
  const { data } = useQuery(limitsQuery(orgId));
  if (data === undefined) return null;
  return (
    <Card
      title={text.storage}
      action={
        <Link
          className="text-tide shrink-0 text-sm underline-offset-4 hover:underline"
          href={`/o/${orgId}/settings`}
        >
          {text.viewLimits}
        </Link>
      }
    >
      <dl className="divide-line grid sm:grid-cols-2 sm:divide-x">
        {(["bytes", "entries"] as const).map((name) => (
          <UsedOf
            key={name}
            name={limitsText.labels[name]}
            format={limitsText.formatOf(name)}
            {...data[name]}
          />
        ))}
      </dl>
    </Card>
  );
}
