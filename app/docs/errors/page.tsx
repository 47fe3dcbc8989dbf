import type { Metadata } from "next";

import { ErrorTable } from "@/components/docs/error-table";
import { ProblemTypes } from "@/components/docs/problem-types";
import { SiteHeader } from "@/components/layout/site-header";

export const metadata: Metadata = { title: "Errors" };

/** Every code the API answers and what to do about it (spec 2.5). */
export default function Page() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-5xl flex-col gap-10 px-4 py-10 sm:px-6">
        <header className="flex max-w-2xl flex-col gap-3">
          <h1 className="text-2xl font-semibold tracking-tight">Errors</h1>
          <p className="text-muted">
            Every refusal carries a <code className="text-ink">code</code> that never changes, a
            message for people, and a <code className="text-ink">request_id</code> to name when you
            ask us about it. Decide by the code.
          </p>
        </header>
        <ErrorTable />
        <ProblemTypes />
      </main>
    </>
  );
}
