const MANY = "1000000000";

/** Settings of a service that tests, measurements and the demo use as no customer would: nothing is limited. */
export const NO_LIMITS = {
  RATE_LIMIT_MANAGEMENT: MANY,
  RATE_LIMIT_FILES: MANY,
  RATE_LIMIT_ANONYMOUS: MANY,
  FILESYSTEM_BYTE_QUOTA: "unlimited",
  FILESYSTEM_ENTRY_QUOTA: "unlimited",
  ORGANISATION_BYTE_QUOTA: "unlimited",
  ORGANISATION_ENTRY_QUOTA: "unlimited",
  MAX_FILESYSTEMS: MANY,
  MAX_API_KEYS: MANY,
  MAX_INVITATIONS: MANY,
  MAX_ORGANISATIONS: MANY,
  MAX_COPY_ENTRIES: MANY,
};
