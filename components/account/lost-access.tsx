"use client";

import { useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/account";

/** What users lose with their last second factor: protection, and organisations that require one (spec 3.22). */
export function LostAccess({ warning }: { warning?: string }) {
  const { data: me } = useQuery(meQuery);
  const lost = me?.organisations.filter((each) => each.requires_second_factor) ?? [];
  if (warning === undefined && lost.length === 0) return null;
  return (
    <Alert tone="warn">
      {warning !== undefined && <p>{warning}</p>}
      {lost.length > 0 && <p>{text.losesAccess(lost.map(({ name }) => name))}</p>}
    </Alert>
  );
}
