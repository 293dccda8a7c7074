/** An authenticator of passkeys in software: ES256, no attestation (WebAuthn, 6 and 8.7). */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** The parts of the options that it reads. */
interface Options {
  challenge: string
  user?: { id: string }
}

interface Circumstances {
  origin?: string
  /** Whether it has asked for a fingerprint, face or PIN. */
  isVerified?: boolean
  /** Its count of uses; 0: it does not count. */
  counter?: number
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** A byte string of CBOR. */
const bytesItem = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]),
    bytes,
  ])
const textItem = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** A key as COSE writes it: of the curve P-256, for ES256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [left, right] = [x, y].map((part) => bytesItem(Buffer.from(part, 'base64url')))
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    left ?? Buffer.alloc(0),
    Buffer.from([0x22]),
    right ?? Buffer.alloc(0),
  ])
}

/** Makes an authenticator with one passkey of a site. */
export function createAuthenticator(site: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let handle: string | undefined

  const clientData = (type: string, { challenge }: Options, { origin = site }: Circumstances) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (attested: Buffer | null, { isVerified = true, counter = 0 }: Circumstances) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([
      sha256(new URL(site).hostname),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }
  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    /** The answer of a browser to options of a registration, as JSON text. */
    register(options: Options, how: Circumstances = {}): string {
      handle = options.user?.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        textItem('fmt'),
        textItem('none'),
        textItem('attStmt'),
        Buffer.from([0xa0]),
        textItem('authData'),
        bytesItem(authenticatorData(attested, how)),
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, how)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      })
    },

    /** The answer of a browser to options of a sign-in, as JSON text. */
    prove(options: Options, how: Circumstances = {}): string {
      const client = clientData('webauthn.get', options, how)
      const data = authenticatorData(null, how)
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        ...(handle === undefined ? {} : { userHandle: handle }),
      })
    },
  }
}
