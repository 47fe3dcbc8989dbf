"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { UsedOf } from "@/components/ui/used-of";
import { limitsQuery } from "@/console/queries/organisations";
import { limitsText as text } from "@/console/text/limits";

/** What the organisation uses of each of its limits. */
export function Limits() {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(limitsQuery(orgId));
  return (
    <Card title={text.title} description={text.description}>
      <Failure error={error} />
      {data === undefined ? (
        !error && <Skeleton className="m-5 h-48" />
      ) : (
        <dl className="grid sm:grid-cols-2 xl:grid-cols-4">
          {text.names.map((name) => (
            <UsedOf
              key={name}
              name={text.labels[name]}
              format={text.formatOf(name)}
              {...data[name]}
            />
          ))}
        </dl>
      )}
    </Card>
  );
}
