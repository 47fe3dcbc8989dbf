import { PROBLEM_TYPES } from "@/lib/contract/errors";

/** What `type` can say of a single field in a `validation_error`. */
export function ProblemTypes() {
  return (
    <section aria-labelledby="fields" className="flex flex-col gap-3">
      <h2 id="fields" className="text-lg font-semibold">
        Fields of a <code className="text-tide font-mono text-base">validation_error</code>
      </h2>
      <p className="text-muted max-w-2xl">
        Its <code className="text-ink">detail</code> lists every problem at once. Each has a{" "}
        <code className="text-ink">loc</code>, as in{" "}
        <code className="text-ink">["body", "url"]</code>, and one of these types:
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
