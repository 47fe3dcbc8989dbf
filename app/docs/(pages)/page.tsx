import type { Metadata } from "next";

import { DocFrame } from "@/components/docs/doc-frame";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { DOC_GROUPS } from "@/console/text/doc-pages";
import { text } from "@/console/text/docs";

export const metadata: Metadata = { title: text.documentation };

/** The contents of the documentation. */
export default function Page() {
  return (
    <DocFrame slug="" title={text.documentation} about={text.documentationAbout}>
      <div className="-mb-5 gap-5 sm:columns-2">
        {DOC_GROUPS.map(({ title, pages }) => (
          <Card key={title} title={title} className="mb-5 break-inside-avoid">
            <ul className="py-2">
              {pages.map((page) => (
                <li key={page.slug}>
                  <Link href={`/docs/${page.slug}`} className="hover:bg-well group block px-5 py-2">
                    <span className="text-tide block font-medium group-hover:underline">
                      {page.title}
                    </span>
                    <span className="text-muted text-sm">{page.about}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </DocFrame>
  );
}
