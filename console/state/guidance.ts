/** Set for the pages of an organisation whose next steps have been dismissed in this browser. */
export const GUIDANCE_COOKIE = "guidance";
