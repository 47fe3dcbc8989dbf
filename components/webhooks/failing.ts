// Only the page of an unhealthy webhook needs these. One chunk: separate ones would each contain the failure messages.
export { FailureBanner } from "./failure-banner";
export { FailureCodes } from "./failure-codes";
export { RecoveryActions } from "./recovery-actions";
export { FailingPill } from "./failing-pill";
