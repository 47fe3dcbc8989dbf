import type { Assertion, Attestation } from "@/lib/contract/passkeys";

/** EdDSA, ES256 and RS256, which every supported version of Node verifies. */
export const ALGORITHMS = [-8, -7, -257];

const MAX_REASON = 200;

type Party = { id: string; origin: string };
type Asked = { challenge: string; party: Party };

/**
 * Verifies a signature: type, challenge, origin, relying party, that the user was verified, and the key.
 * @returns the authenticator's counter, which the caller compares; a text says what was wrong
 */
export async function verifySignature({
  credential: { id, rawId, type, response },
  challenge,
  party,
  key,
}: Asked & { credential: Assertion; key: Uint8Array<ArrayBuffer> }): Promise<number | string> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library compares counters before the signature, which anyone could then make it report.
      credential: { id, publicKey: key, counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : "signature";
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Verifies what an authenticator says of a new passkey, as above.
 * @returns the credential to store; a text says what was wrong
 */
export async function verifyAttestation({
  credential: { id, rawId, type, response },
  challenge,
  party,
}: Asked & { credential: Attestation }) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { transports = [], clientDataJSON, attestationObject } = response;
  try {
    const attested = {
      clientDataJSON,
      attestationObject: await withoutStatement(attestationObject),
    };
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: attested, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return "attestation";
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return {
      credential_id: new Uint8Array(Buffer.from(credentialId, "base64url")),
      public_key: publicKey,
      counter,
      transports,
    };
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * An attestation object as of an authenticator that attests nothing. The statement is not asked for, and to verify one the
 * library would request every URL in its certificates, which the caller chooses.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } =
    await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const bare = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", decoded.get("authData")],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

// The library throws for everything that is malformed, with texts that can contain parts of the input.
const reasonOf = (error: unknown) => String(error).slice(0, MAX_REASON);
