import { text as layout } from "./layout";

/** The command palette. */
export const text = {
  title: "Go to",
  search: "Search pages, files, webhooks, people, or paste a message ID",
  /** The same where a phone has room for half of it. */
  searchHint: "Search or paste a message ID",
  results: "Results",
  noResults: "No results",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),

  page: "Page",
  action: "Action",
  filesystem: layout.filesystem,
  webhook: "Webhook",

  attention: "Webhooks that need attention",
  /** Further words that this and a webhook are found by. */
  attentionAlso: "failing retrying retry disabled unhealthy",
  newAlso: "create add",
  inviteAlso: "add user people",
  keyAlso: "revoke edit rotate secret",
  webhookAlso: "retry pause resume edit rotate secret resync resend enable delete",
  theme: (name: string) => `Theme: ${name}`,
  newFilesystem: "New filesystem",
  newApiKey: "New API key",
  inviteMember: "Invite member",
  newWebhookFor: (filesystem: string) => `New webhook for ${filesystem}`,
  partOf: (filesystem: string, part: string) => `${filesystem}: ${part}`,
  docs: "Documentation",
  searchDocs: (query: string) => `Search for “${query}” in the documentation`,
  member: "Member",
  key: "API key",
  message: "Message",
  file: "Files",
  goTo: (path: string) => `Go to ${path}`,
  hitDetail: (filesystem: string, folder: string) => `${filesystem} ${folder}`,
  searchIn: (query: string, filesystem: string) => `Search for “${query}” in ${filesystem}`,
} as const;
