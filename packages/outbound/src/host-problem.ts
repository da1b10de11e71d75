const UNTRUSTED = 'was issued by an authority that is not trusted here'
const INVALID = 'is not valid'

/**
 * The problems of a host's certificate, keyed by the code of Node's error. In a message, each follows `the certificate
 * of <host>`.
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes (read 2026-11-23)
 */
const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'has been revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  HOSTNAME_MISMATCH: 'is for another host name',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${UNTRUSTED}, or is sent without its intermediate certificates`,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_REJECTED: UNTRUSTED,
  CERT_CHAIN_TOO_LONG: INVALID,
  CERT_SIGNATURE_FAILURE: INVALID,
  ERROR_IN_CERT_NOT_AFTER_FIELD: INVALID,
  ERROR_IN_CERT_NOT_BEFORE_FIELD: INVALID,
  ERR_TLS_CERT_ALTNAME_FORMAT: INVALID,
  INVALID_CA: INVALID,
  INVALID_PURPOSE: INVALID,
  PATH_LENGTH_EXCEEDED: INVALID,
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: INVALID,
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: INVALID,
}

/**
 * The faults of a host, keyed by the code of the error. In a message, each follows the host's name.
 * @see https://nodejs.org/api/errors.html#common-system-errors (read 2026-11-23)
 * @see https://undici.nodejs.org/#/docs/api/Errors (read 2026-11-23)
 */
const HOST_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not accept connections',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  CONTINUE: 'sent 100 Continue, which no request expects',
  ENOTFOUND: 'does not exist: its name is in no DNS',
  EAI_AGAIN: 'could not be resolved: DNS did not respond',
  ETIMEOUT: 'could not be resolved: DNS did not respond',
  ESERVFAIL: 'could not be resolved: DNS reports a failure',
  EREFUSED: 'could not be resolved: DNS rejects the query',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'sent more headers than a response may have',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a body of another length than announced',
}

/** The faults of a host by the beginning of the error's code, for libraries that have many codes of one kind. */
const HOST_PROBLEMS_OF_KIND: readonly [RegExp, string][] = [
  [/^HPE_/, 'sent something that is not HTTP'],
  [/^ERR_(?:SSL|TLS)_/, 'does not speak TLS as it has to'],
  [/^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/, 'sent a body that cannot be decompressed'],
]

/**
 * Returns what is wrong with a host, as a sentence without full stop that clients may read: `the certificate of
 * cdn.example.com has expired`. It contains `host`, but neither a path nor an IP address that the name resolved to.
 * Returns undefined for an unknown `code`.
 * @param code the `code` of the error of Node or undici with which a call failed, such as `CERT_HAS_EXPIRED`
 */
export function hostProblem(host: string, code: string): string | undefined {
  const certificate = CERTIFICATE_PROBLEMS[code]
  if (certificate !== undefined) return `the certificate of ${host} ${certificate}`
  const problem = HOST_PROBLEMS[code] ?? HOST_PROBLEMS_OF_KIND.find(([codes]) => codes.test(code))?.[1]
  return problem === undefined ? undefined : `${host} ${problem}`
}
