import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  cert: string
  key: string
}

export interface CertificateOptions {
  commonName: string
  /** The host names of the certificate. Without any, the certificate is that of an authority. */
  hosts?: readonly string[]
  validFrom?: Date
  validTo?: Date
  /** The authority that signs the certificate; the certificate is self-signed if omitted. */
  issuer?: Authority
}

/** A certificate authority for tests, with the key that signs certificates. */
export interface Authority extends Certificate {
  commonName: string
  privateKey: KeyObject
}

const DAY_MS = 24 * 3_600_000
const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, time: 24, sequence: 48, set: 49 } as const
const OID = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
} as const

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes])
  const digits = Buffer.from(bytes.toString(16).padStart(bytes > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits])
}

/** Encodes a value in DER: its tag, its length, its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

const oid = (hex: string) => der(TAG.oid, Buffer.from(hex, 'hex'))
const sequence = (...parts: Buffer[]) => der(TAG.sequence, ...parts)
const time = (at: Date) => der(TAG.time, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`))
const nameOf = (text: string) => sequence(der(TAG.set, sequence(oid(OID.commonName), der(TAG.utf8, Buffer.from(text)))))
const algorithm = sequence(oid(OID.ecdsaWithSha256))

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(TAG.octets, value))
}

function extensions(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) => der(0x82, Buffer.from(host)))
  const isAuthority = der(TAG.boolean, Buffer.from([hosts.length === 0 ? 0xff : 0]))
  const constraints = extension(OID.basicConstraints, sequence(...(hosts.length === 0 ? [isAuthority] : [])))
  const alternatives = hosts.length === 0 ? [] : [extension(OID.subjectAltName, sequence(...names))]
  return der(0xa3, sequence(constraints, ...alternatives))
}

/**
 * Creates an X.509 certificate with a new P-256 key, valid from a day ago until tomorrow unless dates are given, and
 * signed by `issuer`, or by itself if omitted. Without host names it is the certificate of an authority.
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1 (read 2026-11-23)
 */
export function makeCertificate(options: CertificateOptions): Authority {
  const { commonName, hosts = [], issuer } = options
  const { validFrom = new Date(Date.now() - DAY_MS), validTo = new Date(Date.now() + DAY_MS) } = options
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const content = sequence(
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serial),
    algorithm,
    nameOf(issuer?.commonName ?? commonName),
    sequence(time(validFrom), time(validTo)),
    nameOf(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(hosts),
  )
  const signature = sign('sha256', content, issuer?.privateKey ?? privateKey)
  const encoded = sequence(content, algorithm, der(TAG.bits, Buffer.from([0]), signature)).toString('base64')
  return {
    commonName,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
