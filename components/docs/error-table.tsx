import { text } from "@/console/text/docs";
import { ERRORS } from "@/lib/contract/errors";
import { ERROR_CODES, titleOf } from "@/lib/contract/limit-codes";

import { WithCode } from "./with-code";

const STATUSES: Readonly<Record<number, string>> = text.statuses;
const CODES = ERROR_CODES.map((code) => ({
  code,
  status: ERRORS[code].status,
  title: titleOf(code),
}));
const ORDER = [...new Set(CODES.map(({ status }) => status))].toSorted((a, b) => a - b);
const GROUPS = ORDER.map((status) => ({
  status,
  codes: CODES.filter((error) => error.status === status),
}));

/** All error codes, grouped by status. Every code is an anchor, so that links can point to it. */
export function ErrorTable() {
  return GROUPS.map(({ status, codes }) => (
    <section key={status} aria-labelledby={`status-${status}`} className="flex flex-col gap-3">
      <h2 id={`status-${status}`} className="flex items-baseline gap-2 text-lg font-semibold">
        <span className="text-tide tabular-nums">{status}</span> {STATUSES[status]}
      </h2>
      <dl className="border-line bg-sheet rounded-card divide-line divide-y border">
        {codes.map(({ code, title }) => (
          <div
            key={code}
            id={code}
            className="target:bg-tide-soft grid scroll-mt-6 gap-x-6 gap-y-1 px-5 py-3 first:rounded-t-[inherit] last:rounded-b-[inherit] sm:grid-cols-[15rem_1fr]"
          >
            <dt>
              <a href={`#${code}`} className="font-mono text-sm hover:underline">
                {code}
              </a>
            </dt>
            <dd>
              {/* A slot is the field of `detail` that fills it. */}
              <WithCode>{title.replaceAll(/`?\{(\w+)\}`?/g, "`detail.$1`")}</WithCode>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
