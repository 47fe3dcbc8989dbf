import type { Metadata } from "next";

import { AuditLog } from "@/components/organisations/audit-log";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.auditLog };

/** The audit log of an organisation. */
export default function Page() {
  return <AuditLog />;
}
