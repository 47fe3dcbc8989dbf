"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { UsedOf } from "@/components/ui/used-of";
import { limitsQuery } from "@/console/queries/organisations";
import { limitsText as text } from "@/console/text/limits";

// An operator turns a limit off by a number as high as this. Requests are then counted in blocks only.
const OFF = 1_000_000_000;

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
          {text.names.map((name) => {
            const { used, limit } = data[name];
            const isOff = limit !== null && limit >= OFF;
            return isOff && text.perMinute.includes(name) ? (
              <Off key={name} name={text.labels[name]} />
            ) : (
              <UsedOf
                key={name}
                name={text.labels[name]}
                format={text.formatOf(name)}
                used={used}
                limit={isOff ? null : limit}
              />
            );
          })}
        </dl>
      )}
    </Card>
  );
}

const Off = ({ name }: { name: string }) => (
  <div className="flex flex-col gap-1.5 px-5 py-4">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="text-xl font-semibold">{text.off}</dd>
  </div>
);
