"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Link2, Terminal } from "lucide-react";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Ago, useExact } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/drawer";
import { Skeleton } from "@/components/ui/skeleton";
import { archiveUrl } from "@/console/queries/archive";
import { type Entry, fileUrl, type Stat, statQuery } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { permissionsOf } from "@/console/state/permissions";
import { text as actions } from "@/console/text/entry-actions";
import { text as files } from "@/console/text/files";
import { detailsText as text } from "@/console/text/preview";

import { copy, curlOf, linkTo } from "./copy-entry";
import { Fact } from "./fact";
import { ModifiedBy } from "./modified-by";

type Props = { params: FilesystemIds; entry: Entry; onClose: () => void };

/** What is known of an entry, and what can be copied of it, in a panel beside the list. */
export function Details({ params, entry, onClose }: Props) {
  const { path, type, etag } = entry;
  const { data, error } = useQuery(statQuery(params, path, etag));
  return (
    <Drawer title={nameOf(path)} description={path} onClose={onClose}>
      <Actions params={params} path={path} type={type} />
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-80" />}
      {data !== undefined && (
        <>
          <General stat={data}>
            <ModifiedBy fsId={params.fs_id} stat={data} />
          </General>
          <ForPrograms stat={data} />
        </>
      )}
    </Drawer>
  );
}

type ActionsProps = { params: FilesystemIds; path: string; type: Entry["type"] };

function Actions({ params, path, type }: ActionsProps) {
  const url = type === "directory" ? archiveUrl(params, [path]) : fileUrl(params, path);
  return (
    <div className="flex flex-wrap gap-2">
      {url !== null && (type === "directory" || type === "file") && (
        <Button asChild>
          <a href={url} download={type === "file" ? nameOf(path) : true}>
            <Download aria-hidden /> {type === "directory" ? actions.downloadZip : actions.download}
          </a>
        </Button>
      )}
      <Button variant="secondary" onClick={() => copy(linkTo(params, path, type))}>
        <Link2 aria-hidden /> {actions.copyLink}
      </Button>
      {type === "file" && (
        <Button variant="secondary" onClick={() => copy(curlOf(params, path))}>
          <Terminal aria-hidden /> {actions.copyCurl}
        </Button>
      )}
    </div>
  );
}

function General({ stat, children }: { stat: Stat; children: ReactNode }) {
  const { path, type, size, link_target: target, modified_at: modifiedAt } = stat;
  const exact = useExact();
  return (
    <Facts title={text.general}>
      <Fact name={text.type}>{files.kinds[type]}</Fact>
      {type === "file" && <Fact name={text.size}>{text.sizeValue(size)}</Fact>}
      {target !== null && (
        <Fact name={text.target}>
          <Code>{target}</Code>
        </Fact>
      )}
      <Fact name={text.modified}>
        <Ago at={modifiedAt} />
        <span className="text-muted block text-sm">{exact.format(new Date(modifiedAt))}</span>
      </Fact>
      {children}
      <Fact name={text.path} copied={path} copy={text.copyPath}>
        <Code>{path}</Code>
      </Fact>
    </Facts>
  );
}

function ForPrograms({ stat }: { stat: Stat }) {
  return (
    <Facts title={text.forPrograms}>
      <Fact name={text.etag} copied={stat.etag} copy={text.copyEtag} hint={text.etagHint}>
        <Code>{stat.etag}</Code>
      </Fact>
      <Fact name={text.nodeId} copied={stat.node_id} copy={text.copyNodeId} hint={text.nodeIdHint}>
        <Code>{stat.node_id}</Code>
      </Fact>
      <Fact name={text.mode}>
        <Code>{`${stat.mode} ${permissionsOf(stat.mode)}`}</Code>
      </Fact>
      <Fact name={text.owner}>{text.ownerValue(stat.uid, stat.gid)}</Fact>
      {stat.type === "file" && <Fact name={text.hardLinks}>{text.hardLinksValue(stat.nlink)}</Fact>}
    </Facts>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <dl className="divide-line border-line divide-y border-y">{children}</dl>
    </section>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-sm break-all">{children}</code>
);
