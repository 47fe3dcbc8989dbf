/** A webhook whose creator can no longer read the filesystem. */
export const text = {
  title: (creator: string | null) =>
    `The creator of this webhook${creator === null ? "" : `, ${creator},`} can no longer read the filesystem.`,
  about: {
    writer: "It can't be re-enabled. Create it again as yourself: you get a new signing secret.",
    viewer: "It can't be re-enabled. Ask a member to create it again.",
    staff: "It can't be re-enabled. The customer has to create it again.",
  },
  createAgain: "Create again",
} as const;
