import { version } from "@/package.json";

/** The version of this program: that of the release it is part of. */
export const VERSION = version;
