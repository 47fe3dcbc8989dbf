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
      <table className="w-full table-fixed text-left">
        <thead className="text-muted text-sm">
          <tr>
            <th scope="col" className="px-5 py-2 font-medium">
              {text.member}
            </th>
            {TOPICS.map((topic) => (
              <th key={topic} scope="col" className="w-17 py-2 text-center font-medium sm:w-28">
                {text.topics[topic].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-line border-line divide-y border-t">
          {members.map((member) => (
            <Row key={member.user_id} member={member} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ member }: { member: Member }) {
  const { id: orgId } = useOrganisation();
  const { alerts, error, toggle } = useAlerts(orgId, member);
  const { name, email, role } = member;
  return (
    <tr>
      <th scope="row" className="px-5 py-2.5 font-normal">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-muted block truncate text-sm" title={email}>
          {roleText[role]} · {email}
        </span>
        <Failure error={error} />
      </th>
      {TOPICS.map((topic) => (
        <td key={topic} className="text-center">
          {maySee(role, topic) ? (
            <input
              type="checkbox"
              className="accent-tide size-4"
              aria-label={text.emailTo(name, text.topics[topic].name)}
              checked={alerts.includes(topic)}
              onChange={() => toggle(topic)}
            />
          ) : (
            <span className="text-muted" title={text.adminsOnly}>
              —<span className="sr-only">{text.adminsOnly}</span>
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
