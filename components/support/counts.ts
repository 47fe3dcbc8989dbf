const STAFF_ONLY = "These pages are for support staff. Your account is not one of theirs.";

/** What refusals mean on the pages for support staff. */
export const SUPPORT_WORDS = { forbidden: STAFF_ONLY, api_key_forbidden: STAFF_ONLY };
