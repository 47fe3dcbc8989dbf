import type { Metadata } from "next";

import { ErrorTable } from "@/components/docs/error-table";
import { ProblemTypes } from "@/components/docs/problem-types";
import { SiteHeader } from "@/components/layout/site-header";
import { Template } from "@/components/layout/template";
import { text } from "@/console/text/docs";

export const metadata: Metadata = { title: text.errors };

/** Every error code of the API and what to do about it (spec 2.5). */
export default function Page() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-5xl flex-col gap-10 px-4 py-10 sm:px-6">
        <header className="flex max-w-2xl flex-col gap-3">
          <h1 className="text-2xl font-semibold tracking-tight">{text.errors}</h1>
          <p className="text-muted">
            <Template
              text={text.errorsAbout}
              slots={{
                code: <code className="text-ink">code</code>,
                requestId: <code className="text-ink">request_id</code>,
              }}
            />
          </p>
        </header>
        <ErrorTable />
        <ProblemTypes />
      </main>
    </>
  );
}
