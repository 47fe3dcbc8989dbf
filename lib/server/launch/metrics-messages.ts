import { z } from "zod";

/** A process asks the launcher for the metrics of the others, or the launcher asks a process for its own. */
export const metricsQuestion = z.object({ type: z.literal("metrics?"), id: z.int() });

/** The texts of the processes that responded in time: one from a process, those of all from the launcher. */
export const metricsReply = z.object({
  type: z.literal("metrics"),
  id: z.int(),
  texts: z.array(z.string()),
});
