/** The menu of a webhook and its dialogs. `{name}` marks a slot for an element. */
export const text = {
  cancel: "Cancel",
  resync: "Send resync",
  pause: "Pause",
  edit: "Edit",
  rotate: "Rotate secret",
  copyUrl: "Copy URL",
  delete: "Delete",
  resyncTitle: "Send a resync?",
  resyncAbout:
    "The next message is a files.resync, which asks your backend to list all files. Use it to test your endpoint. A message already being sent or retried goes first.",
  resyncDone: "Resync requested. It appears in the log when it is sent.",
  pauseTitle: "Pause this webhook?",
  pauseAbout:
    "Nothing is sent until you resume it. Changes are kept for about an hour; if you resume later, a files.resync asks your backend to list all files.",
  verbErrors: {
    webhook_not_active: "This webhook is already paused or disabled.",
    webhook_access_revoked:
      "The creator of this webhook lost access to the filesystem. Create a new webhook instead.",
  },
  editTitle: "Edit webhook",
  /** `isFixed`: its URL is given by the service, as that of a test inbox. */
  editAbout: (isFixed: boolean) =>
    `The ID and secret stay the same. Changing the ${isFixed ? "path prefix" : "URL or path prefix"} drops the pending message and sends a files.resync.`,
  save: "Save",
  rotateTitle: "Rotate the signing secret?",
  rotateAbout:
    "You get a new secret. For 24 hours we sign with both, so no message is lost while you update your backend.",
  rotateConfirm: "Rotate",
  rotateLimited: "You can rotate a secret four times in 24 hours. Try again later.",
  newSecret: "New signing secret",
  newSecretAbout: "Copy it now. You won't be able to see it again.",
  signingSecret: "Signing secret",
  activeSecrets: "Active secrets",
  newest: "New secret:",
  newestAbout: "signing now",
  previous: "Old secret:",
  older: "Older secret:",
  previousAbout: "also signs for {countdown}",
  stored: "I've stored it",
  deleteTitle: "Delete this webhook?",
  deleteAbout: (webhook: string) =>
    `${webhook}. Deliveries stop and its log is deleted. This can't be undone.`,
  typeToConfirm: (address: string) => `Type ${address} to confirm`,
  deleteConfirm: "Delete webhook",
} as const;
