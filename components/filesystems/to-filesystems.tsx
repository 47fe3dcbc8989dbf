"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

import { Failure } from "@/components/forms/failure";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/filesystems";

/** Redirects to the filesystems of the organisation `last` if the user is still in it, else of their first one. */
export function ToFilesystems({ last }: { last: string | null }) {
  const { data: me, error } = useQuery(meQuery);
  const router = useRouter();
  useEffect(() => {
    if (me === undefined) return;
    const organisation = me.organisations.find(({ id }) => id === last) ?? me.organisations[0];
    router.replace(organisation === undefined ? "/o/new" : `/o/${organisation.id}/filesystems`);
  }, [me, last, router]);
  return (
    <main className="p-6">
      <h1 className="sr-only">{text.title}</h1>
      {error ? <Failure error={error} /> : <p className="text-muted">{text.opening}</p>}
    </main>
  );
}
