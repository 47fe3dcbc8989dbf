"use client";

import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewSwitch } from "@/components/ui/view-switch";
import { type Cluster, type Group, GROUPS } from "@/console/queries/support";
import { text } from "@/console/text/support";
import { webhookName } from "@/console/text/webhook-name";

type Chosen = { host?: string | undefined; code?: string | undefined };
type Props = {
  by: Group;
  clusters: readonly Cluster[] | undefined;
  error: Error | null;
  onGroup: (by: Group) => void;
  /** The host and the code that the list below is filtered by. */
  chosen: Chosen;
  /** Filters the list below by the cluster, or by none if it was already. */
  onChoose: (values: Chosen) => void;
};

// So that the list and its filters are in sight.
const FEW = 5;

/** Failing webhooks grouped by host or code, the largest group first. Choosing one filters the list below. */
export function Clusters({ by, clusters, error, onGroup, chosen, onChoose }: Props) {
  const [isAll, setAll] = useState(false);
  const shown = clusters?.filter((cluster, i) => isAll || i < FEW || cluster[by] === chosen[by]);
  const groups = (
    <ViewSwitch
      label={text.group}
      views={GROUPS}
      names={text.groups}
      value={by}
      onChange={onGroup}
    />
  );
  return (
    <Card title={text.clusters} action={groups}>
      {error && clusters === undefined && (
        <div className="p-5">
          <Failure error={error} messages={text.errors} />
        </div>
      )}
      {clusters === undefined && error === null && <Skeleton className="m-5 h-12" />}
      {clusters?.length === 0 && <p className="text-muted px-5 py-4">{text.noClusters}</p>}
      <ul className="divide-line divide-y">
        {shown?.map((cluster) => {
          const value = cluster[by];
          const isChosen = chosen[by] === value;
          return (
            <li key={value}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose({ [by]: isChosen ? undefined : value })}
                className="hover:bg-well aria-pressed:bg-tide-soft flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-2.5 text-left"
              >
                <ClusterSummary by={by} cluster={cluster} />
              </button>
            </li>
          );
        })}
      </ul>
      {clusters !== undefined && clusters.length > (shown?.length ?? 0) && (
        <div className="border-line flex justify-center border-t p-3">
          <Button variant="secondary" onClick={() => setAll(true)}>
            {text.allClusters(clusters.length)}
          </Button>
        </div>
      )}
    </Card>
  );
}

function ClusterSummary({ by, cluster }: { by: Group; cluster: Cluster }) {
  const {
    webhooks,
    organisations,
    disabled,
    most: alike,
    host,
    code,
    failing_since: since,
  } = cluster;
  const shown = webhookName(host);
  const [name, most] = by === "host" ? [shown, code] : [code, shown];
  return (
    <>
      <span className="font-mono text-sm font-semibold wrap-anywhere">{name}</span>
      <span>
        <Template
          text={text.cluster(webhooks, organisations, alike)}
          slots={{ most: <span className="font-mono text-xs">{most}</span> }}
        />
      </span>
      <span className="text-muted ml-auto text-sm">
        <Template text={text.firstFailure} slots={{ time: <Ago at={since} /> }} />
        {disabled > 0 && `, ${text.disabled(disabled)}`}
      </span>
    </>
  );
}
