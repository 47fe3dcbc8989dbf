import Link from "next/link";

import { Button } from "@/components/ui/button";
import { text } from "@/console/text/no-access";

type Props = { others: readonly { id: string; name: string }[] };

/** Shown to a user who isn't a member of the organisation in the URL. */
export function NoOrganisation({ others }: Props) {
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
