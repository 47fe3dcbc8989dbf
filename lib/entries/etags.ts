// A list member with its separator. No two parts match the same spaces, so matching is linear.
const MEMBER = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\u00ff]*")[ \t]*)?(?:,|$)/y;

/** The etag of a content or link target, from its SHA-256 (spec 5.4). */
export function contentTag(sha256: Buffer): string {
  return `"${sha256.toString("hex").slice(0, 32)}"`;
}

/**
 * The tags of an If-Match header (RFC 9110, section 13.1.1): a list, `["*"]`, or null without the header.
 * Weak and malformed tags match nothing, so that the write is refused.
 */
export function strongTags(header: string | null | undefined): string[] | null {
  return tags(header, (weak) => !weak);
}

/** The tags of an If-None-Match header, compared weakly (RFC 9110, section 13.1.2); null without one. */
export function weakTags(header: string | null | undefined): string[] | null {
  return tags(header, () => true);
}

function tags(header: string | null | undefined, keep: (weak: boolean) => boolean) {
  if (header === null || header === undefined) return null;
  if (header.trim() === "*") return ["*"];
  const found: string[] = [];
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < header.length) {
    const [, weak, tag] = MEMBER.exec(header) ?? [];
    if (MEMBER.lastIndex === 0) return [];
    if (tag !== undefined && keep(weak !== undefined)) found.push(tag);
  }
  return found;
}
