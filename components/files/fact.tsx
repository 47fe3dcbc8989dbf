import type { ReactNode } from "react";

import { CopyButton } from "@/components/ui/copy-button";

type Props = {
  name: string;
  /** What a button beside it copies, and the button's name. */
  copied?: string;
  copy?: string;
  hint?: string;
  children: ReactNode;
};

/** A line of the details of an entry. */
export function Fact({ name, copied, copy: label, hint, children }: Props) {
  return (
    <div className="flex items-center gap-3 py-2">
      <dt className="text-muted w-24 shrink-0 self-start text-sm sm:w-28">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-3">
        <div className="min-w-0 flex-1">
          {children}
          {hint && <span className="text-muted block text-sm">{hint}</span>}
        </div>
        {copied !== undefined && <CopyButton text={copied} label={label ?? name} />}
      </dd>
    </div>
  );
}
