import ssh2 from "ssh2";

/**
 * A new key pair in OpenSSH's format. The library writes one Ed25519 key in some hundred so that neither it nor others can
 * read it; that one is thrown away.
 */
export function generateKey(kind: "ed25519" | "ecdsa"): { private: string; public: string } {
  for (;;) {
    const pair =
      kind === "ecdsa"
        ? ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 })
        : ssh2.utils.generateKeyPairSync("ed25519");
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}
