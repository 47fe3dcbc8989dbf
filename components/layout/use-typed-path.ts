import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";

import { statQuery } from "@/console/queries/entries";
import type { EntryLocation } from "@/console/state/palette";

/** The entry of the page's filesystem whose path was typed; null if there is none. */
export function useTypedPath(orgId: string, typed: string): EntryLocation | null {
  const { fs_id: fsId } = useParams<{ fs_id?: string }>();
  const path = typed.replace(/\/+$/, "");
  const { data } = useQuery({
    ...statQuery({ org_id: orgId, fs_id: fsId ?? "" }, path, "typed"),
    enabled: fsId !== undefined && path.startsWith("/"),
  });
  return data === undefined || fsId === undefined ? null : { fsId, path, type: data.type };
}
