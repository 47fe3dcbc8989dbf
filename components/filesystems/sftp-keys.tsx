"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { mountEndpointsQuery } from "@/console/queries/mounts";
import { text } from "@/console/text/mounts";

/** Where SFTP clients connect, and how to recognise the service; nothing without a gateway. */
export function SftpKeys() {
  const sftp = useQuery(mountEndpointsQuery).data?.sftp ?? null;
  if (sftp === null) return null;
  return (
    <Card title={text.sftp} description={text.sftpHint}>
      <dl className="grid gap-x-6 gap-y-2 px-5 py-4 text-sm sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">{text.server}</dt>
        <dd className="font-mono break-all">{text.serverValue(sftp)}</dd>
        {sftp.host_keys.map(({ type, sha256 }) => (
          <div key={type} className="contents">
            <dt className="text-muted">{type}</dt>
            <dd className="font-mono break-all">{sha256}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
