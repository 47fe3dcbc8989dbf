import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import type { Member } from "@/console/queries/members";
import { text } from "@/console/text/notifications";
import { roleText } from "@/console/text/organisations";

import { maySee, TOPICS, useAlerts } from "./use-alerts";

/** Who gets which alerts by e-mail, for owners. */
export function EveryonesAlerts({ members }: { members: readonly Member[] }) {
  return (
    <Card title={text.everyone} description={text.everyoneHint}>
      <ul aria-label={text.everyone} className="divide-line divide-y">
        {members.map((member) => (
          <Row key={member.user_id} member={member} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ member }: { member: Member }) {
  const { id: orgId } = useOrganisation();
  const { alerts, error, toggle } = useAlerts(orgId, member);
  const { name, email, role } = member;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 px-5 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted text-sm wrap-anywhere">
          {roleText[role]} · {email}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-5">
        {TOPICS.map((topic) =>
          maySee(role, topic) ? (
            <label
              key={topic}
              className="flex items-center gap-2 text-sm sm:w-24 pointer-coarse:min-h-10"
            >
              <input
                type="checkbox"
                className="size-4 pointer-coarse:size-5"
                aria-label={text.emailTo(name, text.topics[topic].name)}
                checked={alerts.includes(topic)}
                onChange={() => toggle(topic)}
              />
              {text.topics[topic].name}
            </label>
          ) : (
            <span key={topic} className="text-muted sm:w-24" title={text.adminsOnly}>
              <span aria-hidden className="max-sm:hidden">
                —
              </span>
              <span className="sr-only">{text.adminsOnly}</span>
            </span>
          ),
        )}
      </div>
      <Failure error={error} />
    </li>
  );
}
