import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { EngineHealth } from "@/components/support/engine-health";
import { engineQuery } from "@/console/queries/support";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.engine };

/** Whether deliveries flow. */
export default function Page() {
  return (
    <Seed ask={(cache) => [cache.query(engineQuery)]}>
      <EngineHealth />
    </Seed>
  );
}
