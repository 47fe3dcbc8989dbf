/** What members see who lack the second factor that an organisation requires. */
export const text = {
  title: (name: string) => `${name} requires two-factor authentication`,
  about:
    "Turn it on for your account to continue. You need an authenticator app or a passkey; it takes a minute.",
  turnOn: "Turn on two-factor authentication",
} as const;
