import { Card } from "@/components/ui/card";
import type { Webhook } from "@/console/queries/webhooks";
import { text } from "@/console/text/verify";

import { Checker } from "./checker";
import { CodeTabs } from "./code-tabs";

/** How to verify messages, and a tool to find out why one doesn't verify. */
export function VerifyTab({ webhook }: { webhook: Webhook }) {
  return (
    <div className="flex flex-col gap-6">
      <Card title={text.title} description={text.about}>
        <div className="p-5">
          <CodeTabs webhook={webhook} />
        </div>
      </Card>
      <Checker />
    </div>
  );
}
