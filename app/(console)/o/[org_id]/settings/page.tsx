import type { Metadata } from "next";

import { Settings } from "@/components/organisations/settings";

export const metadata: Metadata = { title: "Settings" };

/** An organisation's name, and the way out of it. */
export default function Page() {
  return <Settings />;
}
