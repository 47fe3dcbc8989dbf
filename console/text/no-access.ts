/** What users see who lack access to an organisation, or to a part of it. */
export const text = {
  noAccess: "You don't have access to this organisation",
  noAccessAbout:
    "It doesn't exist, or you're no longer a member. Ask an owner or an admin to invite you.",
  goToOrganisation: (name: string) => `Go to ${name}`,
  /** `what` completes the sentence: "invite people". */
  adminsOnly: (what: string) => `Only owners and admins can ${what}. Ask one of them for help.`,
} as const;
