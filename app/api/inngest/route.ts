import { serve } from "inngest/edge";

import { inngest } from "@/inngest/client";
import { functions } from "@/inngest/functions";

const handler = serve({ client: inngest, functions, enableUnauthedSync: false });

export { handler as GET, handler as POST, handler as PUT };
