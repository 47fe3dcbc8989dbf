// Only pages with an unhealthy webhook need these, most of them all.
export { FailureBanner } from "./failure-banner";
export { RecoveryActions } from "./recovery-actions";
export { FailingPill } from "./failing-pill";
export { FailingNote } from "./failing-note";
