import type { Metadata } from "next";

import { AuditLog } from "@/components/organisations/audit-log";

export const metadata: Metadata = { title: "Audit log" };

/** What was done in an organisation, by whom. */
export default function Page() {
  return <AuditLog />;
}
