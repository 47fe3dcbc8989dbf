"use client";

import { useQueries } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { setGrant } from "@/console/queries/filesystems";
import { countOf } from "@/console/text/sizes";

type Props = {
  created: { id: string; name: string; key: string };
  modes: ReadonlyMap<string, "ro" | "rw">;
  onClose: () => void;
};

/** Shows a new key this once, and gives it its filesystems, which may fail while the key exists. */
export function KeyCreated({ created, modes, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  // Setting a grant twice is the same as once, so it may be asked for like anything that is read.
  const grants = useQueries({
    queries: [...modes].map(([fsId, mode]) => ({
      queryKey: ["orgs", orgId, "filesystems", fsId, "grants", created.id, mode],
      queryFn: () => setGrant(orgId, fsId, { api_key_id: created.id, mode }),
      staleTime: Infinity,
      gcTime: 0,
    })),
  });
  const failed = grants.find(({ error }) => error !== null);
  const done = grants.filter(({ isSuccess }) => isSuccess).length;
  return (
    <Dialog
      title={`${created.name} is ready`}
      description="Copy the key now; it is not shown again."
      onClose={onClose}
    >
      <Secret label="API key" value={created.key} />
      {grants.length > 0 && (
        <output className="text-muted text-sm">
          It reaches {done} of {countOf(grants.length, "filesystem")}.
        </output>
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
            Try again to give it the rest
          </Button>
        </>
      )}
      <Button className="self-end" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  );
}
