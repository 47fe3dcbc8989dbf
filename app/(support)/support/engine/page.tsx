import type { Metadata } from "next";

import { EngineHealth } from "@/components/support/engine-health";

export const metadata: Metadata = { title: "Engine" };

/** Whether deliveries flow. */
export default function Page() {
  return <EngineHealth />;
}
