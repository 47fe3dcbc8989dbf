/** A webhook's URL with its host in bold, which tells webhooks apart. */
export function WebhookAddress({ url }: { url: string }) {
  const { host, pathname, search } = new URL(url);
  return (
    <span className="font-mono text-sm wrap-anywhere">
      <span className="text-muted">https://</span>
      <strong className="font-semibold">{host}</strong>
      <span className="text-muted">{pathname + search}</span>
    </span>
  );
}
