import { Lock } from "lucide-react";

import { text } from "@/console/text/no-access";

/** Explains to a member that only owners and admins can do something; `what` completes the sentence. */
export function NotAllowed({ what }: { what: string }) {
  return (
    <p className="border-line bg-well rounded-control flex items-start gap-2.5 border px-3.5 py-3 text-sm">
      <Lock aria-hidden className="text-muted mt-0.5 size-4 shrink-0" />
      {text.adminsOnly(what)}
    </p>
  );
}
