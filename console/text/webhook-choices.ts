import { webhookLabel } from "./webhook-label";

type Choosable = Parameters<typeof webhookLabel>[0] & {
  id: string;
  filesystem_id: string;
  path_prefix: string;
};

/** The ids of webhooks with their names in a list; those that are named alike name their filesystem and prefix, too. */
export function webhookChoices(
  webhooks: readonly Choosable[],
  filesystems: readonly { id: string; name: string }[],
): [string, string][] {
  const labels = webhooks.map((webhook) => webhookLabel(webhook));
  const names = new Map(filesystems.map(({ id, name }) => [id, name]));
  return webhooks.map((webhook) => {
    const label = webhookLabel(webhook);
    if (labels.indexOf(label) === labels.lastIndexOf(label)) return [webhook.id, label];
    const filesystem = names.get(webhook.filesystem_id) ?? webhook.filesystem_id;
    return [webhook.id, `${label} · ${filesystem} · ${webhook.path_prefix}`];
  });
}
