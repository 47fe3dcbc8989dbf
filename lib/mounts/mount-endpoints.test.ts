import { expect, test } from "vitest";

import { readSettings } from "@/lib/settings";
import { generateKey } from "@/lib/sftp/generate-key";

import { mountEndpoints } from "./mount-endpoints";

const key = generateKey("ed25519");
const SFTP_HOST_KEYS = Buffer.from(key.private).toString("base64");

test("clients find host, port and the keys to expect, without private ones", () => {
  const APP_URL = "https://files.example.com";
  const [type, publicKey] = key.public.split(" ");
  expect(mountEndpoints(readSettings({ APP_URL, SFTP_HOST_KEYS }))).toEqual({
    sftp: {
      host: "files.example.com",
      port: 2022,
      host_keys: [{ type, sha256: expect.stringMatching(/^SHA256:/), public_key: publicKey }],
    },
  });
});

test("without a gateway there is no endpoint", () => {
  expect(mountEndpoints(readSettings({ SFTP_PORT: "0", SFTP_HOST_KEYS }))).toEqual({ sftp: null });
  expect(mountEndpoints(readSettings({}))).toEqual({ sftp: null });
});

test("a host key that cannot be used is refused without being repeated", () => {
  const secret = Buffer.from("secret").toString("base64");
  const read = () => readSettings({ SFTP_HOST_KEYS: secret });
  expect(read).toThrow(/^SFTP_HOST_KEYS must be private keys/);
  expect(read).not.toThrow(secret);
});
