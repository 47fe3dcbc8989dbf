import { CircleCheck } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { NextSteps } from "@/components/webhooks/next-steps";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/first-run";

/** That a first change has reached an endpoint. */
export function Arrived({ orgId }: { orgId: string }) {
  return (
    <output className="border-good/30 bg-good-soft rounded-card flex flex-wrap items-center gap-x-4 gap-y-3 border px-5 py-4">
      <CircleCheck aria-hidden className="text-good size-5 shrink-0" />
      <span className="min-w-0 flex-1 basis-60">
        <strong className="block font-semibold">{text.arrived}</strong>
        {text.arrivedAbout}
      </span>
      <Button asChild variant="secondary">
        <Link href={`/o/${orgId}/deliveries`}>{text.viewDelivery}</Link>
      </Button>
    </output>
  );
}

/** What to do once changes reach a test inbox and nothing else. */
export const FurtherSteps = ({ params }: { params: FilesystemIds }) => (
  <div className="border-line rounded-card overflow-hidden border *:border-b-0">
    <NextSteps params={params} />
  </div>
);
