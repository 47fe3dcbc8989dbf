import { Link } from "@/components/ui/link";

import { Method } from "./operation";
import { apiReference, titleOf } from "./operations";

/** Every operation of the API by tag, each a line that leads to its own part of the reference. */
export function Reference() {
  return apiReference().groups.map(({ tag, slug, operations }) => (
    <section key={tag} aria-labelledby={slug} className="flex flex-col gap-3">
      <h2 id={slug} className="text-lg font-semibold">
        <Link href={`/docs/api/${slug}`} className="hover:underline">
          {tag}
        </Link>
      </h2>
      <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
        {operations.map(({ operationId, method, path, summary }) => (
          <li key={operationId}>
            <Link
              href={`/docs/api/${slug}#${operationId}`}
              className="hover:bg-well flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-5 py-2.5"
            >
              <Method>{method}</Method>
              <span className="font-mono text-sm wrap-anywhere">{path}</span>
              {/* On a line of its own, so that lines stay where they are when the fonts have come. */}
              <span className="text-muted w-full text-sm">{titleOf(summary).title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
