import { Card } from "@/components/ui/card";
import type { Webhook } from "@/console/queries/webhooks";

import { Checker } from "./checker";
import { CodeTabs } from "./code-tabs";

/** How to make sure that a message is ours, and why one does not seem to be. */
export function VerifyTab({ webhook }: { webhook: Webhook }) {
  return (
    <div className="flex flex-col gap-6">
      <Card
        title="Verify every message first"
        description="Without it anybody who learns the address can send you changes."
      >
        <div className="p-5">
          <CodeTabs webhook={webhook} />
        </div>
      </Card>
      <Checker />
    </div>
  );
}
