/** Rotating the secret of a webhook, and deleting a webhook. `{name}` marks a slot for an element. */
export const text = {
  cancel: "Cancel",
  rotateTitle: "Rotate the signing secret?",
  rotateAbout:
    "You get a new secret. For 24 hours we sign with both, so no message is lost while you update your backend.",
  rotateConfirm: "Rotate",
  rotateLimited: "You can rotate a secret four times in 24 hours. Try again later.",
  newSecret: "New signing secret",
  newSecretAbout: "Copy it now. You won't be able to see it again.",
  signingSecret: "Signing secret",
  activeSecrets: "Active secrets",
  newest: "New",
  newestAbout: "signs from now on",
  previous: "Old",
  older: "Older",
  previousAbout: "also signs for another {countdown}",
  stored: "I've stored it",
  deleteTitle: "Delete this webhook?",
  deleteAbout: "Deliveries stop and its log is deleted. This can't be undone.",
  typeToConfirm: (host: string) => `Type ${host} to confirm`,
  deleteConfirm: "Delete webhook",
} as const;
