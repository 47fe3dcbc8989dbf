/** The name of the service, wherever people or machines read it. */
export const PRODUCT = "Tidemark";
export const USER_AGENT = `${PRODUCT}-Webhooks/1`;
