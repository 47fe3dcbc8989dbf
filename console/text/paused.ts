/** A paused webhook. */
export const text = {
  banner: "Paused: nothing is sent.",
  bannerAbout:
    "Resume to continue where it left off. Changes are kept for about an hour; after that, a files.resync asks your backend to list all files.",
  resume: "Resume",
  errors: { webhook_not_paused: "This webhook is not paused." },
} as const;
