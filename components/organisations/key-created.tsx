"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { grantsQuery, setGrant } from "@/console/queries/grants";
import { newApiKeyText as text } from "@/console/text/api-keys";

type Props = {
  created: { id: string; name: string; key: string; permissions: readonly string[] };
  modes: ReadonlyMap<string, "ro" | "rw">;
  onClose: () => void;
};

/** Shows a new key once and grants it access to filesystems, which may fail after the key was created. */
export function KeyCreated({ created, modes, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  // Setting a grant is idempotent, so a query may do it; but never again by itself, when others may have changed it.
  const grants = useQueries({
    queries: [...modes].map(([fsId, mode]) => ({
      queryKey: ["orgs", orgId, "filesystems", fsId, "grants", created.id, mode],
      queryFn: async () => {
        const grant = await setGrant(orgId, fsId, { api_key_id: created.id, mode });
        for (const queryKey of [apiKeysQuery(orgId).queryKey, grantsQuery(orgId, fsId).queryKey])
          void cache.invalidateQueries({ queryKey });
        return grant;
      },
      staleTime: "static" as const,
      gcTime: 0,
    })),
  });
  const failed = grants.find(({ error }) => error !== null);
  const done = grants.filter(({ isSuccess }) => isSuccess).length;
  return (
    <Dialog
      isSticky
      title={text.createdTitle(created.name)}
      description={text.createdHint}
      onClose={onClose}
    >
      <Secret label={text.key} value={created.key} />
      <Secret label={text.tryIt} value={text.tryCommand(location.origin)} />
      {grants.length > 0 && (
        <output className="text-muted text-sm">{text.granted(done, grants.length)}</output>
      )}
      {grants.length === 0 && !created.permissions.includes("filesystems:create") && (
        <p className="text-warn text-sm">{text.reachesNothing}</p>
      )}
      {failed && (
        <>
          <Failure error={failed.error} />
          <Button
            variant="secondary"
            onClick={() => {
              for (const grant of grants) if (grant.isError) void grant.refetch();
            }}
          >
            {text.retryGrants}
          </Button>
        </>
      )}
      <Button className="self-end" onClick={onClose}>
        {text.done}
      </Button>
    </Dialog>
  );
}
