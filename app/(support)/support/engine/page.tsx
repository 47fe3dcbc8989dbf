import type { Metadata } from "next";

import { EngineHealth } from "@/components/support/engine-health";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.engine };

/** Whether deliveries flow. */
export default function Page() {
  return <EngineHealth />;
}
