import { utils } from "ssh2";
import { expect, test } from "vitest";

import { generateKey } from "./generate-key";
import { readHostKey } from "./host-keys";

test("a key of ssh-keygen has its public key and fingerprint", () => {
  const key = generateKey("ed25519");
  const [type, publicKey] = key.public.split(" ");
  const read = readHostKey(key.private);
  expect(read).toMatchObject({ type, publicKey });
  expect(read).toHaveProperty("sha256", expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/));
});

test.each([
  ["ssh-keygen writes them", "secret"],
  ["ssh-keygen writes them", generateKey("ed25519").public],
  ["ssh-keygen writes them", generateKey("ed25519").private.replace(/\n.{40}/, "\n")],
  [
    "without a passphrase",
    utils.generateKeyPairSync("ed25519", { passphrase: "secret", cipher: "aes256-cbc", rounds: 1 })
      .private,
  ],
  ["Ed25519 or ECDSA", utils.generateKeyPairSync("rsa", { bits: 2048 }).private],
])("refused: %s", (problem, text) => {
  expect(readHostKey(text)).toContain(problem);
});
