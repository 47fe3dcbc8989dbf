import { NextSteps } from "@/components/webhooks/next-steps";
import type { FilesystemIds } from "@/console/queries/webhooks";

/** What to do once changes reach a test inbox and nothing else. */
export const FurtherSteps = ({ params }: { params: FilesystemIds }) => (
  <div className="border-line rounded-card overflow-hidden border *:border-b-0">
    <NextSteps params={params} />
  </div>
);
