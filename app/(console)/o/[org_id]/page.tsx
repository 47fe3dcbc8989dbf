import type { Metadata } from "next";

import { Overview } from "@/components/organisations/overview";

export const metadata: Metadata = { title: "Overview" };

/** How an organisation stands, and what to do next in it. */
export default function Page() {
  return <Overview />;
}
