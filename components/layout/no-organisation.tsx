import Link from "next/link";

import { Button } from "@/components/ui/button";

type Props = { others: readonly { id: string; name: string }[] };

/** For somebody who is not, or no longer, a member of the organisation that the address names. */
export function NoOrganisation({ others }: Props) {
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">You are not a member here</h1>
      <p className="text-muted max-w-prose">
        This organisation does not exist, or your membership has ended. An owner or an admin can
        invite you again.
      </p>
      <ul className="flex flex-wrap gap-2">
        {others.map(({ id, name }) => (
          <li key={id}>
            <Button asChild variant="secondary">
              <Link href={`/o/${id}`}>Go to {name}</Link>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
