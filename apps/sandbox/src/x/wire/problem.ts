/** An error response in X's format. Thrown by checks and endpoints; the router sends it. */
export class Problem extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['detail'] ?? body['title']))
    this.status = status
    this.body = body
  }
}

/** An entry of `errors` in an Invalid Request response. */
export interface Issue {
  message: string
  /** The values that were sent, keyed by the parameter's name or path. */
  parameters: Record<string, string[]>
}

// Newer responses carry api.x.com, older ones api.twitter.com; both are met in the field.
const NEW = 'https://api.x.com/2/problems/'
const OLD = 'https://api.twitter.com/2/problems/'

function blank(status: number, title: string, detail: string): Problem {
  return new Problem(status, { title, detail, type: 'about:blank', status })
}

/**
 * Builds X's response to an invalid request (400), with one entry for each issue.
 * @see https://docs.x.com/x-api/fundamentals/response-codes-and-errors (read 2026-11-20)
 */
export function invalidRequest(issues: Issue[]): Problem {
  const detail = 'One or more parameters to your request was invalid.'
  return new Problem(400, { errors: issues, title: 'Invalid Request', detail, type: `${OLD}invalid-request` })
}

/**
 * Builds X's response to a request with one invalid parameter (400).
 * @param value the value that was sent
 */
export function invalid(parameter: string, message: string, value: unknown = ''): Problem {
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return invalidRequest([{ message, parameters: { [parameter]: [shown.slice(0, 200)] } }])
}

/** Builds X's response to a missing or invalid token (401). */
export function unauthorized(): Problem {
  return blank(401, 'Unauthorized', 'Unauthorized')
}

/** Builds X's response to a call that is not allowed (403), with this detail. */
export function forbidden(detail: string): Problem {
  return blank(403, 'Forbidden', detail)
}

/** Builds X's response to an action that is not permitted, such as using a feature that the app's plan lacks (403). */
export function notPermitted(): Problem {
  return forbidden('You are not permitted to perform this action.')
}

/**
 * Builds X's response to a token without the required scopes (403). The published sources do not show the body: a
 * `type` about OAuth and a `detail` about scopes are assumed.
 */
export function missingScopes(scopes: string[]): Problem {
  const detail = `The access token lacks these scopes: ${scopes.join(' ')}`
  return new Problem(403, { title: 'Forbidden', detail, type: `${NEW}oauth2-permissions`, status: 403 })
}

/** Builds X's response to an app that belongs to no project (403). */
export function notEnrolled(): Problem {
  return new Problem(403, {
    title: 'Client Forbidden',
    detail: 'This endpoint needs an App that is attached to a Project.',
    type: `${NEW}client-forbidden`,
    reason: 'client-not-enrolled',
    registration_url: 'https://developer.x.com/en/docs/projects/overview',
  })
}

/**
 * Builds X's response to a kind of token that the endpoint does not support (403). `supported` lists the kinds that it
 * supports, for the error text.
 */
export function wrongTokenKind(supported: string): Problem {
  return new Problem(403, {
    title: 'Unsupported Authentication',
    detail: `This kind of authentication is forbidden for this endpoint. Supported: [${supported}].`,
    type: `${OLD}unsupported-authentication`,
    status: 403,
  })
}

/**
 * Builds the description of a resource that does not exist: an entry of `errors` in a 200 response, with or without
 * `data`, or the body of a 404. `parameter` is the request parameter that names the resource, `value` its value.
 */
export function notFound(found: { type: 'tweet' | 'user'; parameter: string; value: string }): Record<string, unknown> {
  return {
    value: found.value,
    detail: `Could not find ${found.type} with ${found.parameter}: [${found.value}].`,
    title: 'Not Found Error',
    resource_type: found.type,
    parameter: found.parameter,
    resource_id: found.value,
    type: `${NEW}resource-not-found`,
  }
}

/** Builds the entry of `errors` for a field that the reader may not see. */
export function fieldUnauthorized(found: { field: string; resourceId: string }): Record<string, unknown> {
  return {
    resource_id: found.resourceId,
    resource_type: 'tweet',
    parameter: 'id',
    field: found.field,
    section: 'data',
    title: 'Field Authorization Error',
    detail: `Sorry, you are not authorized to access '${found.field}' on the Tweet with id : [${found.resourceId}].`,
    type: `${NEW}not-authorized-for-field`,
  }
}

/** Builds X's response to an unknown path (404). */
export function noSuchPage(): Problem {
  return blank(404, 'Not Found', 'Not Found')
}

/** Builds X's response to a method that a path does not support (405). */
export function wrongMethod(): Problem {
  return blank(405, 'Method Not Allowed', 'Method Not Allowed')
}

/** Builds X's response to a body above its size limit (413). */
export function tooLarge(): Problem {
  return blank(413, 'Payload Too Large', 'Payload Too Large')
}

/**
 * Builds X's response to an exhausted rate limit (429), in one of the two formats that X has: with `title` and `detail`
 * if `turn`, a number that the caller counts up, is even, otherwise with code 88 in `errors`.
 */
export function tooManyRequests(turn: number): Problem {
  if (turn % 2 === 0) return blank(429, 'Too Many Requests', 'Too Many Requests')
  return new Problem(429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] })
}

/** Builds X's response when the monthly cap of the app is used up (429). */
export function usageCapExceeded(): Problem {
  return new Problem(429, {
    title: 'UsageCapExceeded',
    detail: 'Usage cap exceeded: Monthly product cap',
    period: 'Monthly',
    scope: 'Product',
    type: `${OLD}usage-capped`,
    account_id: 1_234_567_890,
  })
}

/**
 * Builds X's response to used-up credits (402), in one of the two formats that X has: titled `CreditsDepleted` if
 * `turn`, a number that the caller counts up, is even, otherwise `Payment Required`.
 */
export function creditsDepleted(turn: number): Problem {
  if (turn % 2 === 1) {
    const type = `${NEW}credits-depleted`
    return new Problem(402, { title: 'Payment Required', detail: 'credits depleted', type, status: 402 })
  }
  return new Problem(402, {
    account_id: 1_234_567_890,
    title: 'CreditsDepleted',
    detail: 'Your enrolled account [1234567890] does not have any credits to fulfill this request.',
    type: `${OLD}credits`,
  })
}

/** Builds X's response while it is unavailable (503). */
export function unavailable(): Problem {
  return blank(503, 'Service Unavailable', 'Service Unavailable')
}

/** Builds X's response to an internal error (500). */
export function internalError(): Problem {
  return new Problem(500, {
    title: 'Internal Server Error',
    detail: 'Something is broken. Please try again later.',
    type: `${NEW}internal-error`,
    status: 500,
  })
}
