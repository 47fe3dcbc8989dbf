"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

import { Failure } from "@/components/forms/failure";
import { meQuery } from "@/console/queries/me";

/** Goes on to the filesystems of the organisation `last` if one still belongs to it, else of the first. */
export function ToFilesystems({ last }: { last: string | null }) {
  const { data: me, error } = useQuery(meQuery);
  const router = useRouter();
  useEffect(() => {
    if (me === undefined) return;
    const one = me.organisations.find(({ id }) => id === last) ?? me.organisations[0];
    router.replace(one === undefined ? "/o/new" : `/o/${one.id}/filesystems`);
  }, [me, last, router]);
  return (
    <main className="p-6">
      <h1 className="sr-only">Filesystems</h1>
      {error ? <Failure error={error} /> : <p className="text-muted">One moment…</p>}
    </main>
  );
}
