import type { Metadata } from "next";

import { SiteHeader } from "@/components/layout/site-header";
import { ServiceStatus } from "@/components/service/service-status";
import { text } from "@/console/text/service";

export const metadata: Metadata = { title: text.status };

/** Whether the parts of the service work, for everyone. */
export default function Page() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6 sm:py-10">
        <header className="flex flex-col gap-2">
          <h1 className="text-2xl font-semibold tracking-tight">{text.status}</h1>
          <p className="text-muted">{text.statusAbout}</p>
        </header>
        <ServiceStatus title={text.rightNow} />
      </main>
    </>
  );
}
