const roles = { viewer: "a viewer", member: "a member", admin: "an admin", owner: "an owner" };

const GAINS = {
  viewer: "They can only read.",
  member: "They can read and write all filesystems.",
  admin: "They can manage members, API keys and access.",
  owner:
    "They can do everything, also remove you and delete the organisation. Only an owner can change that.",
};

export const text = {
  title: "Members",
  description:
    "Members can read and write all filesystems. Viewers can only read. Admins also manage members, API keys and access.",
  notAllowed: "invite members and change roles",
  list: "Members",
  you: "You",
  joined: "Joined",
  active: "Active",
  neverActive: "No activity recorded",
  search: "Search members",
  searchHint: "Search by name, e-mail or role",
  noMatch: (search: string) => `No members match “${search}”`,
  lacksFactor: "No two-factor authentication",
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string, role: keyof typeof roles) => `${name} is now ${roles[role]}`,
  changedSince: (name: string) =>
    `Nothing was undone: the role of ${name} has been changed again since.`,
  ownRoleChanged: (role: keyof typeof roles) => `You are now ${roles[role]}`,
  changeTitle: (name: string, role: keyof typeof roles) => `Make ${name} ${roles[role]}?`,
  changeWarning: (from: keyof typeof roles, to: keyof typeof roles) =>
    from === "owner"
      ? "They stop being an owner: they can't delete the organisation or manage owners. Only another owner can change that."
      : GAINS[to],
  changeOwnTitle: (role: keyof typeof roles) => `Make yourself ${roles[role]}?`,
  changeOwnWarning: (from: keyof typeof roles) =>
    from === "owner"
      ? "You stop being an owner: you can't delete the organisation or manage owners. Only another owner can change that."
      : "You stop being an admin: you can't manage members, API keys and access. Only another admin or an owner can change that.",
  change: "Change role",
  remove: "Remove",
  removeMember: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeWarning: "Their webhooks and mounts in this organisation end immediately.",
  removed: (name: string) => `${name} removed`,
  leave: "Leave",
  leaveOrganisation: (name: string) => `Leave ${name}`,
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveWarning: "Your webhooks and mounts in this organisation end immediately.",
  revokeKeys: (count: number, isSelf: boolean) => {
    const keys = count === 1 ? "API key" : `${count} API keys`;
    return `Also revoke the ${keys} ${isSelf ? "you" : "they"} created`;
  },
  onlyOwner: "You are the only owner",
  close: "Close",
  errors: {
    last_owner:
      "An organisation needs an owner. Make another member an owner first, or delete the organisation under Settings.",
  },
} as const;

export const invitationsText = {
  title: "Pending invitations",
  description: "An invitation works for one address and expires after 7 days.",
  none: "No pending invitations",
  expires: "Expires",
  revoke: "Revoke",
  revokeInvitation: (email: string) => `Revoke invitation for ${email}`,
  revokeTitle: (email: string) => `Revoke the invitation for ${email}?`,
  revokeWarning: "Its link stops working. You can invite this address again.",
  revoked: (email: string) => `Invitation for ${email} revoked`,
  noMatch: (search: string) => `No invitations match “${search}”`,
} as const;

export const inviteText = {
  title: "Invite member",
  email: "E-mail",
  role: "Role",
  roleHint:
    "Viewers read all filesystems, members also write. Admins also manage members, API keys and access, owners everything.",
  submit: "Invite",
  errors: {
    already_exists: "This address already belongs to a member.",
    invitation_limit_reached:
      "Your organisation has too many pending invitations. Revoke one, or wait until one is accepted.",
  },
  isPending:
    "This address has a pending invitation. If its link is lost, revoke it and invite the address again.",
  done: "Done",
  createdTitle: (email: string) => `${email} is invited`,
  createdHint:
    "Copy this link and send it yourself: you won't see it again, and anyone who has it can join with this address.",
  emailedHint:
    "We e-mailed a link to this address. A new account needs that link. You can also send this one to someone who already has an account: you won't see it again.",
  link: "Invitation link",
} as const;
