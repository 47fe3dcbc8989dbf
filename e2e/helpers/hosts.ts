/** Hosts of endpoints at which nothing listens. */
export const UNREACHABLE = ["erp", "crm", "shop", "search", "reports"].map(
  (name) => `${name}.example.com`,
);
