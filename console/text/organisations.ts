import { countOf, sizeOf } from "./sizes";

export const roleText = { member: "Member", admin: "Admin", owner: "Owner" } as const;

export const createOrganisationText = {
  submit: "Create organisation",
  errors: {
    organisation_limit_reached:
      "You have created as many organisations as one user can. Ask your operator to create another.",
  },
} as const;

export const overviewText = {
  newestFilesystems: "Newest filesystems",
  viewAll: (count: number) => `View all ${count}`,
  contents: (bytes: number, entries: number) =>
    `${sizeOf(bytes)} · ${countOf(entries, "entry", "entries")}`,
} as const;

export const settingsText = {
  title: "Settings",
  notAllowed: "change these settings",
  name: "Name",
  nameHint: "Shown in the console. Your code uses the ID.",
  save: "Save",
  saved: "Name saved.",
  api: "API",
  apiHint: "API routes of this organisation contain its ID.",
  organisationId: "Organisation ID",
} as const;
