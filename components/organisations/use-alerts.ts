"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { toast } from "@/components/ui/toasts";
import { changeAlerts, type Member, membersQuery, type Topic } from "@/console/queries/members";
import { text } from "@/console/text/notifications";

/** The topics, in the order that pages show them. */
export const TOPICS = ["webhooks", "api_keys", "usage"] as const satisfies readonly Topic[];

/** Whether a role sees the topic (spec 7.38). */
export const maySee = (role: Member["role"], topic: Topic): boolean =>
  topic !== "api_keys" || role === "owner" || role === "admin";

type Changes = Partial<Record<Topic, boolean>>;

const apply = (alerts: readonly Topic[], changes: Changes) =>
  TOPICS.filter((topic) => changes[topic] ?? alerts.includes(topic));

/** What a member gets e-mails about, and how to change it. */
export function useAlerts(orgId: string, { user_id: userId, alerts: saved }: Member) {
  const cache = useQueryClient();
  const { queryKey } = membersQuery(orgId);
  const change = useMutation({
    // One after the other: each begins with what the one before has saved.
    scope: { id: `alerts ${userId}` },
    mutationFn: (changes: Changes | null) =>
      changeAlerts(orgId, userId, changes && ((newest) => apply(newest, changes))),
    onSuccess: (changed) => {
      cache.setQueryData(queryKey, (all) =>
        all?.map((one) => (one.user_id === userId ? changed : one)),
      );
      toast(text.saved);
    },
  });
  const pending = change.isPending ? change.variables : null;
  const alerts = apply(saved, pending ?? {});
  return {
    alerts,
    error: change.error,
    toggle: (topic: Topic) => change.mutate({ ...pending, [topic]: !alerts.includes(topic) }),
    reset: () => change.mutate(null),
  };
}
