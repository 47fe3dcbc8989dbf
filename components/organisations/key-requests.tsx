import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewSwitch } from "@/components/ui/view-switch";
import { type ApiKey, keyRequestsQuery } from "@/console/queries/api-keys";
import { keyRequestsText as text, text as keys } from "@/console/text/api-keys";

import { RequestDays } from "./request-days";

const PERIODS = ["7", "30", "90", "365"] as const;
const NAMES = {
  "7": text.lastDays(7),
  "30": text.lastDays(30),
  "90": text.lastDays(90),
  "365": text.lastDays(365),
};

/** How many requests were made with an API key on each day. */
export function KeyRequests({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id: orgId } = useOrganisation();
  const [days, setDays] = useState<(typeof PERIODS)[number]>("30");
  const { data, error } = useQuery({
    ...keyRequestsQuery(orgId, apiKey.id, Number(days)),
    placeholderData: (before) => before,
  });
  return (
    <Dialog title={keys.requestsOf(apiKey.name)} description={text.failedHint} onClose={onClose}>
      <ViewSwitch
        label={text.period}
        views={PERIODS}
        names={NAMES}
        value={days}
        onChange={setDays}
      />
      <Failure error={error} />
      {data === undefined ? !error && <Skeleton className="h-56" /> : <RequestDays days={data} />}
    </Dialog>
  );
}
