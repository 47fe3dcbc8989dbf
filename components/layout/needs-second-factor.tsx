"use client";

import { usePathname } from "next/navigation";

import { Button } from "@/components/ui/button";
import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/needs-second-factor";

/** Shown to a member without the second factor that the organisation requires; leads to enrolment and back. */
export function NeedsSecondFactor({ name }: { name: string }) {
  const path = usePathname();
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{text.title(name)}</h1>
      <p className="text-muted max-w-prose">{text.about}</p>
      <Button asChild>
        <PlainLink href={`/account?next=${encodeURIComponent(path)}`}>{text.turnOn}</PlainLink>
      </Button>
    </div>
  );
}
