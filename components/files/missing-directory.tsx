"use client";

import { useQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { nearestDirectoryQuery } from "@/console/queries/nearest-directory";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

type Props = { params: FilesystemIds; path: string; onOpen: (path: string) => void };

/** The way back from a path without a directory: the nearest one above it that exists. */
export function MissingDirectory({ params, path, onOpen }: Props) {
  const { data: nearest } = useQuery(nearestDirectoryQuery(params, path));
  if (nearest === undefined) return null;
  return (
    <Button variant="secondary" className="self-start" onClick={() => onOpen(nearest)}>
      {nearest === "/" ? text.openRoot : text.openFolder(nameOf(nearest))}
    </Button>
  );
}
