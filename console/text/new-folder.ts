import { quotaErrors } from "./quota-errors";

export const newFolderText = {
  title: "New folder",
  name: "Name",
  nameHint: "Use “/” for folders inside it, as in 2026/invoices.",
  submit: "Create folder",
  errors: {
    already_exists: "This name is already taken in this folder. Choose another one.",
    not_a_directory: "Part of this path is a file, not a folder. Choose another name.",
    ...quotaErrors,
  },
} as const;
