import { text } from "@/console/text/ui";

import { CopyButton } from "./copy-button";

type Props = { label: string; value: string };

/** A value to copy, such as a secret that is shown once. */
export function Secret({ label, value }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <div className="border-line bg-well rounded-control flex items-start justify-between gap-3 border py-2 pr-2 pl-3">
        <code className="min-w-0 py-0.5 font-mono text-sm break-all">{value}</code>
        <CopyButton text={value} label={text.copyValue(label)} />
      </div>
    </div>
  );
}
