// `npm start` of a copy that `npm run build` has made: there is nothing to install or to build.
import { up } from "@/lib/server/launch/up";

process.exit(await up(process.cwd(), "built"));
