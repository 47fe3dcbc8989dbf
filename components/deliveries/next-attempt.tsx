import { Template } from "@/components/layout/template";
import { Countdown } from "@/components/ui/countdown";
import { text } from "@/console/text/deliveries";

type Props = {
  /** Null while the webhook is paused. */
  at: string | null;
  whilePaused: string;
};

/** When a waiting message is sent next. */
export function NextAttempt({ at, whilePaused }: Props) {
  if (at === null) return whilePaused;
  return <Template text={text.retriesIn} slots={{ countdown: <Countdown to={at} /> }} />;
}
