import { Lock } from "lucide-react";

/** Says to a plain member what they cannot do here, and who can. */
export function NotAllowed({ what }: { what: string }) {
  return (
    <p className="border-line bg-well rounded-control flex items-start gap-2.5 border px-3.5 py-3 text-sm">
      <Lock aria-hidden className="text-muted mt-0.5 size-4 shrink-0" />
      You are a member of this organisation. Only its owners and admins can {what}; ask one of them.
    </p>
  );
}
