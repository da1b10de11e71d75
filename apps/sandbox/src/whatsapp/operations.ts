import type { Request } from 'express'

/** The operation names of calls, keyed by method and the path after the object's id. */
const EDGES: Record<string, string> = {
  'POST messages': 'messages.send',
  'POST register': 'numbers.register',
  'POST deregister': 'numbers.deregister',
  'POST request_code': 'numbers.request-code',
  'POST verify_code': 'numbers.verify-code',
  'GET phone_numbers': 'numbers.list',
  'GET message_templates': 'templates.list',
  'GET subscribed_apps': 'subscriptions.list',
  'POST subscribed_apps': 'subscriptions.create',
  'DELETE subscribed_apps': 'subscriptions.delete',
}

const ROOTS: Record<string, string> = {
  'GET oauth/access_token': 'oauth.token',
  'POST oauth/access_token': 'oauth.token',
  'GET debug_token': 'oauth.debug',
}

/**
 * Returns the operation name of a call, such as `messages.send`, or method and edge for an unknown edge; undefined for
 * calls that are not part of the API: the script and pop-up of the sign-up, and the app's settings. `isNumber` returns
 * whether an id is that of a phone number; any other id counts as an account.
 */
export function operationOf(
  { method, path }: Pick<Request, 'method' | 'path'>,
  isNumber: (id: string) => boolean,
): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  if (/^v\d+\.\d+$/.test(segments[0] ?? '')) segments.shift()
  const [first = '', edge] = segments
  const whole = segments.join('/')
  if (whole === 'app' || whole === 'dialog/oauth' || edge === 'sdk.js') return undefined
  const root = ROOTS[`${method} ${whole}`]
  if (root !== undefined) return root
  if (edge !== undefined) return EDGES[`${method} ${edge}`] ?? `${method} ${edge}`
  return isNumber(first) ? 'numbers.get' : 'accounts.get'
}
