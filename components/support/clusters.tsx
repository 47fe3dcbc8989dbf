"use client";

import { Failure } from "@/components/forms/failure";
import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewSwitch } from "@/components/ui/view-switch";
import { type Cluster, type Group, GROUPS } from "@/console/queries/support";
import { text } from "@/console/text/support";
import { webhookName } from "@/console/text/webhook-name";

type Props = {
  by: Group;
  clusters: readonly Cluster[] | undefined;
  error: Error | null;
  onGroup: (by: Group) => void;
  /** Filters the list below by the cluster. */
  onChoose: (values: { host?: string; code?: string }) => void;
};

/** Failing webhooks grouped by host or code, the largest group first. Choosing one filters the list below. */
export function Clusters({ by, clusters, error, onGroup, onChoose }: Props) {
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
        {clusters?.map((cluster) => (
          <li key={by === "host" ? cluster.host : cluster.code}>
            <button
              type="button"
              onClick={() =>
                onChoose(by === "host" ? { host: cluster.host } : { code: cluster.code })
              }
              className="hover:bg-well flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-2.5 text-left"
            >
              <ClusterSummary by={by} cluster={cluster} />
            </button>
          </li>
        ))}
      </ul>
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
