import { useQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { useNow } from "@/components/ui/use-now";
import { NEARLY } from "@/components/ui/used-of";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { limitsQuery } from "@/console/queries/organisations";
import { limitsText } from "@/console/text/limits";
import { text } from "@/console/text/overview";

// When the first warning by e-mail is sent.
const EXPIRES_SOON_MS = 14 * 86_400_000;

/** The API keys that expire soon, for owners and admins. */
export function useKeyItems() {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const now = useNow();
  return keys.flatMap(({ id, name, expires_at: at }) => {
    const left = at === null ? Infinity : Date.parse(at) - now;
    if (at === null || left <= 0 || left > EXPIRES_SOON_MS) return [];
    return {
      key: id,
      title: text.keyExpires(name),
      about: <Template text={text.keyExpiresIn} slots={{ time: <Ago at={at} /> }} />,
      href: `/o/${orgId}/keys`,
      action: text.viewKeys,
    };
  });
}

/** What is nearly used up. */
export function useLimitItems() {
  const { id: orgId } = useOrganisation();
  const { data: limits } = useQuery(limitsQuery(orgId));
  if (limits === undefined) return [];
  return limitsText.lasting.flatMap((name) => {
    const { used, limit } = limits[name];
    if (limit === null || used < NEARLY * limit) return [];
    return {
      key: name,
      title: text.limitUsed(limitsText.labels[name], Math.floor((100 * used) / limit)),
      about: text.limitAbout,
      href: `/o/${orgId}/settings`,
      action: text.viewLimits,
    };
  });
}
