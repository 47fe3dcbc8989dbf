import { Template } from "@/components/layout/template";
import { text } from "@/console/text/docs";
import { PROBLEM_TYPES } from "@/lib/contract/problems";

/** The values of `type` for a single field of a `validation_error`. */
export function ProblemTypes() {
  return (
    <section aria-labelledby="fields" className="flex flex-col gap-3">
      <h2 id="fields" className="text-lg font-semibold">
        <Template
          text={text.fields}
          slots={{
            code: <code className="text-tide font-mono text-base">validation_error</code>,
          }}
        />
      </h2>
      <p className="text-muted max-w-2xl">
        <Template
          text={text.fieldsAbout}
          slots={{
            detail: <code className="text-ink">detail</code>,
            loc: <code className="text-ink">loc</code>,
            example: <code className="text-ink">["body", "url"]</code>,
          }}
        />
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {PROBLEM_TYPES.map((type) => (
          <li
            key={type}
            className="border-line bg-sheet rounded-control border px-2 py-0.5 font-mono text-xs"
          >
            {type}
          </li>
        ))}
      </ul>
    </section>
  );
}
