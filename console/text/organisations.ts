export const roleText = {
  viewer: "Viewer",
  member: "Member",
  admin: "Admin",
  owner: "Owner",
} as const;

export const createOrganisationText = {
  submit: "Create organisation",
  errors: {
    organisation_limit_reached:
      "You have created as many organisations as one user can. Ask your operator to create another.",
  },
} as const;
