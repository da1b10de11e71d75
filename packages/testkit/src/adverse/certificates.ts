import { setDefaultCACertificates } from 'node:tls'
import { type Certificate, makeCertificate } from './certificate.ts'

/** The host names of the valid certificate. The test has to resolve them to loopback. */
const HOSTS = ['localhost', 'example.com', '*.example.com']
const PAST = { validFrom: new Date('2020-01-01'), validTo: new Date('2020-02-01') }
const FUTURE = { validFrom: new Date('2040-01-01'), validTo: new Date('2040-02-01') }

const trusted = makeCertificate({ commonName: 'Trusted test authority' })
const stranger = makeCertificate({ commonName: 'Unknown test authority' })

export type CertificateKind = 'valid' | 'expired' | 'future' | 'self-signed' | 'other name' | 'untrusted issuer'

const made: Record<CertificateKind, () => Certificate> = {
  valid: () => makeCertificate({ commonName: 'localhost', hosts: HOSTS, issuer: trusted }),
  expired: () => makeCertificate({ commonName: 'localhost', hosts: HOSTS, issuer: trusted, ...PAST }),
  future: () => makeCertificate({ commonName: 'localhost', hosts: HOSTS, issuer: trusted, ...FUTURE }),
  'self-signed': () => makeCertificate({ commonName: 'localhost', hosts: HOSTS }),
  'other name': () => makeCertificate({ commonName: 'other.test', hosts: ['other.test'], issuer: trusted }),
  'untrusted issuer': () => makeCertificate({ commonName: 'localhost', hosts: HOSTS, issuer: stranger }),
}

/**
 * Creates a certificate that a client rejects for the reason that `kind` names, or accepts if it is `valid` and
 * `trustTestAuthority` was called. With the kind `other name` it is for `other.test`, with all others for `localhost`,
 * `example.com` and its subdomains.
 */
export function certificateOf(kind: CertificateKind): Certificate {
  return made[kind]()
}

let isTrusted = false

/**
 * Makes this process trust, from now on, only the authority that issues the `valid` certificates of this module;
 * further calls have no effect. The usual authorities are not kept, because tests call nothing else by TLS and loading
 * them for each host takes longer than a test.
 */
export function trustTestAuthority(): void {
  if (isTrusted) return
  setDefaultCACertificates([trusted.cert])
  isTrusted = true
}
