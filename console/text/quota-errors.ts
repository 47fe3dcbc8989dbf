/** What a full filesystem, organisation or disk means for whatever adds files or folders. */
export const quotaErrors = {
  byte_quota_exceeded: "This filesystem has reached its storage quota. Delete files to make room.",
  entry_quota_exceeded:
    "This filesystem has reached its limit of files and folders. Delete files or folders to make room.",
  organisation_byte_quota_exceeded:
    "Your organisation has reached its storage quota. Delete files in any of its filesystems to make room.",
  organisation_entry_quota_exceeded:
    "Your organisation has reached its limit of files and folders. Delete files or folders in any of its filesystems to make room.",
};
