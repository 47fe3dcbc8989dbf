import { text } from "@/console/text/webhooks";

/** The path prefix of a webhook; the root is "all files". */
export function PathPrefix({ prefix }: { prefix: string }) {
  if (prefix === "/") return <span className="text-ink">{text.allFiles}</span>;
  return <span className="text-ink font-mono wrap-anywhere">{prefix}</span>;
}
