"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Template } from "@/components/layout/template";
import { Drawer } from "@/components/ui/drawer";
import { Link } from "@/components/ui/link";
import { webhookRoutes } from "@/components/webhooks/routes";
import { useDeliveries } from "@/components/webhooks/use-deliveries";
import { deliveryByIdQuery, type PlacedDelivery } from "@/console/queries/organisation-webhooks";
import { text } from "@/console/text/delivery";
import { webhookLabel } from "@/console/text/webhook-label";

import { DeliveryDrawer } from "./delivery-drawer";
import type { Neighbours } from "./neighbours";

type Props = {
  id: string;
  /** The delivery, if the list has it. */
  listed: PlacedDelivery | undefined;
  neighbours: Neighbours;
  onClose: () => void;
};

/** A delivery of any webhook of the organisation in full, with a link to its webhook. */
export function PlacedDrawer({ id, listed, neighbours, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery({
    ...deliveryByIdQuery(orgId, id),
    enabled: listed === undefined,
  });
  const placed = listed ?? data?.[0];
  if (placed !== undefined)
    return <Followed placed={placed} neighbours={neighbours} onClose={onClose} />;
  return (
    <Drawer title={text.message} description={id} onClose={onClose}>
      {data === undefined ? <Failure error={error} /> : <p>{text.messageGone}</p>}
    </Drawer>
  );
}

function Followed({
  placed,
  ...others
}: Pick<Props, "neighbours" | "onClose"> & { placed: PlacedDelivery }) {
  const { id: orgId } = useOrganisation();
  const { id, filesystem_id: fsId, webhook_id: webhookId } = placed;
  const params = { org_id: orgId, fs_id: fsId, webhook_id: webhookId };
  const { pushed } = useDeliveries(params);
  return (
    <DeliveryDrawer
      {...others}
      params={params}
      id={id}
      live={pushed.find((delivery) => delivery.id === id) ?? placed}
      about={
        <p className="text-sm wrap-anywhere">
          <Template
            text={text.toWebhook}
            slots={{
              webhook: (
                <Link
                  className="text-tide underline-offset-4 hover:underline"
                  href={webhookRoutes(params).one(webhookId)}
                >
                  {webhookLabel(placed)}
                </Link>
              ),
            }}
          />
        </p>
      }
    />
  );
}
