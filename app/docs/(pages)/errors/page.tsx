import type { Metadata } from "next";

import { DocFrame } from "@/components/docs/doc-frame";
import { ErrorTable } from "@/components/docs/error-table";
import { ProblemTypes } from "@/components/docs/problem-types";
import { Template } from "@/components/layout/template";
import { text } from "@/console/text/docs";

export const metadata: Metadata = { title: text.errors };

/** Every error code of the API and what to do about it (spec 2.5). */
export default function Page() {
  const slots = {
    code: <code className="text-ink">code</code>,
    requestId: <code className="text-ink">request_id</code>,
  };
  return (
    <DocFrame
      slug="errors"
      title={text.errors}
      about={<Template text={text.errorsAbout} slots={slots} />}
    >
      <ErrorTable />
      <ProblemTypes />
    </DocFrame>
  );
}
