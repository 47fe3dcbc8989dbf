import type { Metadata } from "next";

import { DocFrame } from "@/components/docs/doc-frame";
import { ErrorTable } from "@/components/docs/error-table";
import { ProblemTypes } from "@/components/docs/problem-types";
import { Template } from "@/components/layout/template";
import { text } from "@/console/text/docs";

export const metadata: Metadata = { title: text.errors };

/** Every error code of the API and what to do about it (spec 2.5). */
export default function Page() {
  return (
    <DocFrame slug="errors">
      <div className="flex flex-col gap-10">
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
      </div>
    </DocFrame>
  );
}
