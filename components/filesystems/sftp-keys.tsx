"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { mountEndpointsQuery } from "@/console/queries/mounts";
import { text } from "@/console/text/mounts";

/** Where SFTP clients connect, and how to recognise the service; nothing without a gateway. */
export function SftpKeys() {
  const sftp = useQuery(mountEndpointsQuery).data?.sftp ?? null;
  if (sftp === null) return null;
  return (
    <Card title={text.sftp} description={text.sftpHint}>
      <dl className="grid gap-x-6 gap-y-2 px-5 py-4 text-sm sm:grid-cols-[max-content_1fr] sm:items-center">
        <dt className="text-muted">{text.server}</dt>
        <Value label={text.copyServer}>{text.serverValue(sftp)}</Value>
        {sftp.host_keys.map(({ type, sha256 }) => (
          <div key={type} className="contents">
            <dt className="text-muted">{type}</dt>
            <Value label={text.copyFingerprint(type)}>{sha256}</Value>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const Value = ({ label, children }: { label: string; children: string }) => (
  <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span className="font-mono break-all">{children}</span>
    <CopyButton text={children} label={label} />
  </dd>
);
