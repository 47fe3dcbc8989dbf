import { statfs } from "node:fs/promises";
import path from "node:path";

import type { Reading } from "@/lib/metrics/watch";
import type { Uses } from "@/lib/services";

/** Adds the disks of the data directory and of a directory of contents to the metrics of this process. */
export function observeDisks({ metrics, settings }: Uses<"metrics" | "settings">): void {
  const { dataDir, blobLocation } = settings;
  const blobs = blobLocation === undefined ? path.join(dataDir, "blobs") : null;
  const directories = {
    data: dataDir,
    blobs: blobLocation?.kind === "directory" ? blobLocation.directory : blobs,
  };
  const read = async (field: "bavail" | "blocks"): Promise<Reading[]> => {
    const all = Object.entries(directories).map(async ([directory, location]) => {
      const disk = location === null ? null : await statfs(location).catch(() => null);
      return disk === null ? [] : [{ labels: { directory }, value: disk[field] * disk.bsize }];
    });
    return (await Promise.all(all)).flat();
  };
  metrics.watch({
    name: "tidemark_disk_free_bytes",
    help: "Free bytes on the disk of the data directory, and on that of the contents where they are files.",
    labels: ["directory"],
    read: () => read("bavail"),
  });
  metrics.watch({
    name: "tidemark_disk_size_bytes",
    help: "Size of these disks.",
    labels: ["directory"],
    read: () => read("blocks"),
  });
}
