/** The context that a user's secret is sealed with, so that it opens for no other user. */
export const secondFactorContext = (userId: string) => `second_factor:${userId}`;
