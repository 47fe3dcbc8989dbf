/** The fixed ports of the journeys, all here, because two of the same would wait for each other. */
export const PORTS = {
  /** The shared service. */
  web: 3543,
  sftp: 3546,
  /** The shared service, while a slow line is in front of it. */
  behindLine: 3550,
  /** Services that one file of journeys has for itself. */
  recovery: 3544,
  disabled: 3545,
  address: 3547,
  singleSignOn: 3548,
  testInbox: 3549,
  /** A stand-in of GitHub's sign-in. */
  github: 9544,
} as const;
