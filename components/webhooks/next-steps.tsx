import { CircleCheck, X } from "lucide-react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { storeChoice } from "@/components/ui/choose-theme";
import { Link } from "@/components/ui/link";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { GUIDANCE_COOKIE } from "@/console/state/guidance";
import { text } from "@/console/text/test-inbox";
import { text as ui } from "@/console/text/ui";

import { webhookRoutes } from "./routes";

/** What to do once the test inbox has verified a change: from trying it out to receiving it in a backend. */
export function NextSteps({ params }: { params: FilesystemIds }) {
  const { id: orgId, isAdmin, setGuided } = useOrganisation();
  // For good, but in this browser and for this organisation only.
  const dismiss = () => {
    document.querySelector("main")?.focus();
    setGuided(false);
    storeChoice(GUIDANCE_COOKIE, "ended", `/o/${orgId}`);
  };
  const steps = [
    { name: text.connect, href: webhookRoutes(params).new },
    ...(isAdmin ? [{ name: text.createKey, href: `/o/${params.org_id}/keys?do=new` }] : []),
    { name: text.readGuide, href: "/docs/receivers" },
  ];
  return (
    <section
      aria-label={text.worked}
      className="bg-good-soft border-line flex items-start gap-3 border-b px-5 py-4"
    >
      <CircleCheck aria-hidden className="text-good mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{text.worked}</h3>
        <p>{text.workedAbout}</p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {steps.map(({ name, href }) => (
            <li key={href}>
              <Link className="text-tide font-medium underline underline-offset-4" href={href}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <Button variant="secondary" size="sm" aria-label={ui.dismiss} onClick={dismiss}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
