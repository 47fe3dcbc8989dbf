import type { Metadata } from "next";

import { Failures } from "@/components/support/failures";

export const metadata: Metadata = { title: "Failing webhooks" };

/** What fails across organisations, and what fails together. */
export default function Page() {
  return <Failures />;
}
