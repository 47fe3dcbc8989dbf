import type { Metadata } from "next";

import { ApiDocs } from "@/components/docs/api-docs";
import { Reference } from "@/components/docs/reference";
import { SiteHeader } from "@/components/layout/site-header";
import { service } from "@/lib/contract/service";

export const metadata: Metadata = { title: "API" };

/** The API for people: every operation, as the OpenAPI document has it. */
export default function Page() {
  return (
    <>
      <SiteHeader />
      <ApiDocs intro={<Intro />}>
        <Reference />
      </ApiDocs>
    </>
  );
}

function Intro() {
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">API</h1>
      <p className="text-muted">
        Every operation with its body, its answer and its errors. Tried in the browser, they act as
        you if you are signed in, or with an API key. Programs read the same as{" "}
        <a className="text-tide underline underline-offset-4" href={service.openapi.path}>
          OpenAPI 3.1
        </a>
        .
      </p>
    </div>
  );
}
