import type { Settings } from "@/lib/settings";

/** Where SFTP clients connect, with the host keys to expect there (spec 4.43); null without a gateway. */
export function mountEndpoints({ appUrl, sftp }: Pick<Settings, "appUrl" | "sftp">) {
  if (sftp.port === 0 || sftp.hostKeys.length === 0) return { sftp: null };
  const keys = sftp.hostKeys.map(({ type, sha256, publicKey }) => ({
    type,
    sha256,
    public_key: publicKey,
  }));
  return { sftp: { host: appUrl.hostname, port: sftp.port, host_keys: keys } };
}
