/** A page of the documentation; `slug` is its address below /docs, and its file below docs/ if it has one. */
export type DocPage = { slug: string; title: string; about: string };

/** The pages of the documentation as its contents list them, in reading order. */
export const DOC_GROUPS: readonly { title: string; pages: readonly DocPage[] }[] = [
  {
    title: "Get started",
    pages: [
      {
        slug: "quickstart",
        title: "Quickstart",
        about: "From your first file to a verified webhook message",
      },
      {
        slug: "concepts",
        title: "Concepts",
        about: "Filesystems, changes, cursors, webhooks and resyncs",
      },
    ],
  },
  {
    title: "Webhooks",
    pages: [
      {
        slug: "receivers",
        title: "Receivers",
        about: "Write a receiver that never loses a change",
      },
      { slug: "events", title: "Events", about: "Every message and every field, with examples" },
    ],
  },
  {
    title: "Files",
    pages: [
      { slug: "mounts", title: "Mounts", about: "A filesystem as a local directory" },
      { slug: "cli", title: "Command line", about: "The client for terminals and scripts" },
    ],
  },
  {
    title: "Reference",
    pages: [
      { slug: "api", title: "API", about: "Every operation with its request, response and errors" },
      { slug: "errors", title: "Errors", about: "What each code means and what to do" },
      { slug: "access", title: "Access", about: "Users, roles, API keys, grants and mounts" },
      {
        slug: "limits",
        title: "Limits",
        about: "Every limit, its setting and the error beyond it",
      },
      { slug: "spec/README", title: "Specification", about: "The numbered rules of the service" },
    ],
  },
  {
    title: "Operations",
    pages: [
      {
        slug: "deploy",
        title: "Deploy",
        about: "Your own PostgreSQL, an Inngest server, several machines",
      },
      {
        slug: "operate",
        title: "Operate",
        about: "Metrics, alerts, and what to do when one fires",
      },
      { slug: "engine", title: "Engine", about: "How background functions run" },
    ],
  },
];

/** All pages in reading order. */
export const DOC_PAGES: readonly DocPage[] = DOC_GROUPS.flatMap(({ pages }) => pages);
