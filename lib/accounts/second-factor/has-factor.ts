/** What to select of a user for `hasSecondFactor`. */
export const FACTORS = {
  second_factor: { select: { confirmed_at: true } },
  passkey: { select: { id: true }, take: 1 },
} as const;

type User = {
  second_factor: { confirmed_at: Date | null } | null;
  passkey: readonly { id: string }[];
};

/** Whether a user has a second factor: an authenticator app that a code confirmed, or a passkey (spec 3.21, 3.26). */
export const hasSecondFactor = ({ second_factor: app, passkey }: User): boolean =>
  (app?.confirmed_at ?? null) !== null || passkey.length > 0;
