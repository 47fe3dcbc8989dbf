import type { Metadata } from "next";

import { ApiViewer } from "@/components/docs/api-viewer";
import { SiteHeader } from "@/components/shell/site-header";
import { service } from "@/lib/contract/service";

export const metadata: Metadata = { title: "API" };

/** The API for people: every operation, as the OpenAPI document has it. */
export default function Page() {
  return (
    <>
      <SiteHeader />
      {/* The viewer brings the page's main landmark. */}
      <div className="mx-auto flex max-w-5xl flex-col gap-8 px-4 py-10 sm:px-6">
        <section aria-labelledby="about" className="flex max-w-2xl flex-col gap-3">
          <h1 id="about" className="text-2xl font-semibold tracking-tight">
            API
          </h1>
          <p className="text-muted">
            Every operation, and a place to try it: signed in you act as yourself, or authorise with
            an API key. Programs read the same as{" "}
            <a className="text-tide underline underline-offset-4" href={service.openapi.path}>
              OpenAPI 3.1
            </a>
            .
          </p>
        </section>
        <ApiViewer />
      </div>
    </>
  );
}
