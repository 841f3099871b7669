import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** As much of CBOR (RFC 8949) as an attestation without statement needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer) => data.toString('base64url');

/** A device with one passkey (ES256), as a browser on `origin` would use it. */
export function softAuthenticator(origin: string) {
  const rpId = new URL(origin).hostname;
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, challenge: string, from = origin, around?: string) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: from,
        crossOrigin: around !== undefined,
        ...(around !== undefined && { topOrigin: around }),
      }),
    );
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  };
  const common = { id: encoded(credentialId), rawId: encoded(credentialId), type: 'public-key' };

  const key = cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(jwk.x ?? '', 'base64url')],
      [-3, Buffer.from(jwk.y ?? '', 'base64url')],
    ]),
  );

  return {
    /** As a server keeps it. */
    stored: { credentialId, publicKey: key },
    /** What `navigator.credentials.create` gives; `around` is the page around the frame. */
    create(challenge: string, { around }: { around?: string } = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      // User present, user verified, attested credential data.
      const authData = authenticatorData(0x45, attested);
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', challenge, origin, around)),
          attestationObject: encoded(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /**
     * What `navigator.credentials.get` gives; `from` and `isVerified` play other sites and lazy devices, `around` is the
     * page around the frame.
     */
    get(
      challenge: string,
      {
        from = origin,
        isVerified = true,
        around,
      }: { from?: string; isVerified?: boolean; around?: string } = {},
    ) {
      const data = authenticatorData(isVerified ? 0x05 : 0x01);
      const client = clientData('webauthn.get', challenge, from, around);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(pair.privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
        },
      };
    },
  };
}
