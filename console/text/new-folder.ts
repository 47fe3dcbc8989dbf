import { quotaErrors } from "./quota-errors";

export const newFolderText = {
  title: "New folder",
  name: "Name",
  submit: "Create folder",
  errors: {
    already_exists: "This name is already taken in this folder. Choose another one.",
    ...quotaErrors,
  },
} as const;
