/**
 * Response codes of the Business API. An error is an envelope with one of these codes except `ok`, and HTTP status 200.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (captured 2026-08-23)
 */
export const codes = {
  ok: 0,
  noPermission: 40001,
  badParameter: 40002,
  unknownPath: 40006,
  notFound: 40007,
  throttled: 40100,
  badApp: 40101,
  tokenMissing: 40104,
  tokenInvalid: 40105,
  authCodeInvalid: 40110,
  scopeMissing: 40130,
  expired: 40131,
  internal: 50000,
} as const

export type RejectionKind = Exclude<keyof typeof codes, 'ok'>

/** Thrown to reject a call. The response is `{code, message, request_id, data: {}}`. */
export class Rejection extends Error {
  readonly code: number

  constructor(kind: RejectionKind, message: string) {
    super(message)
    this.code = codes[kind]
  }
}

/**
 * Builds the rejection (code 40002) of the parameter at `path`, such as `post_info.caption`. The message consists of
 * the path and `complaint`.
 */
export function badParameter(path: string, complaint: string): Rejection {
  return new Rejection('badParameter', `${path}: ${complaint}`)
}
