"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { toast } from "@/components/ui/toasts";
import { type Member, membersQuery, setAlerts, type Topic } from "@/console/queries/members";
import { text } from "@/console/text/notifications";

/** The topics, in the order that pages show them. */
export const TOPICS = ["webhooks", "api_keys", "usage"] as const satisfies readonly Topic[];

/** Whether a role sees the topic (spec 7.38). */
export const maySee = (role: Member["role"], topic: Topic): boolean =>
  topic !== "api_keys" || role === "owner" || role === "admin";

/** What a member gets e-mails about, and how to change it. */
export function useAlerts(orgId: string, { user_id: userId, alerts: saved }: Member) {
  const cache = useQueryClient();
  const { queryKey } = membersQuery(orgId);
  const change = useMutation({
    // One after the other: each sends all topics.
    scope: { id: `alerts ${userId}` },
    mutationFn: (alerts: Topic[] | null) => setAlerts(orgId, userId, alerts),
    onSuccess: (changed) => {
      cache.setQueryData(queryKey, (all) =>
        all?.map((one) => (one.user_id === userId ? changed : one)),
      );
      toast(text.saved);
    },
  });
  const alerts = (change.isPending ? change.variables : null) ?? saved;
  return {
    alerts,
    error: change.error,
    toggle: (topic: Topic) =>
      change.mutate(
        TOPICS.filter((one) => (one === topic ? !alerts.includes(one) : alerts.includes(one))),
      ),
    reset: () => change.mutate(null),
  };
}
