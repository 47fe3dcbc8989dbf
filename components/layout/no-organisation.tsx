"use client";

import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { text } from "@/console/text/no-access";

import { NeedsSecondFactor } from "./needs-second-factor";

type Organisation = { id: string; name: string };
type Props = {
  others: readonly Organisation[];
  /** The organisation of the page if the user is a member without the second factor that it requires. */
  lacking: Organisation | undefined;
};

/** Shown to a user who can't reach the organisation in the URL, with what to do. */
export function NoOrganisation({ others, lacking }: Props) {
  if (lacking !== undefined) return <NeedsSecondFactor name={lacking.name} />;
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">{text.noAccess}</h1>
      <p className="text-muted max-w-prose">{text.noAccessAbout}</p>
      <ul className="flex flex-wrap gap-2">
        {others.map(({ id, name }) => (
          <li key={id}>
            <Button asChild variant="secondary">
              <Link href={`/o/${id}`}>{text.goToOrganisation(name)}</Link>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
