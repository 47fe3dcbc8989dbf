export { hasFuse, isInstalled } from "@/testing/gate/fuse.mjs";
