import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import type { Mounted } from "@/cli/mount/mounted";

import { createAttributes } from "./attributes";
import { createCreations } from "./creations";
import { createFiles } from "./files";
import { createLookups } from "./lookups";
import { createRemovals } from "./removals";
import { createRename } from "./rename";

/** The operations of a mounted filesystem. */
export const createHandlers = (mounted: Mounted): FuseHandlers => ({
  ...createLookups(mounted),
  ...createCreations(mounted),
  ...createRemovals(mounted),
  rename: createRename(mounted),
  ...createFiles(mounted),
  setattr: createAttributes(mounted),
});
