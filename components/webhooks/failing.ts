// What only a webhook in trouble has on its page. Fetched as one: in parts, each would bring the words for failures.
export { FailureBanner } from "./failure-banner";
export { FailureCodes } from "./failure-codes";
export { MendActions } from "./recovery-actions";
export { TroubledPill } from "./failing-pill";
