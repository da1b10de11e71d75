import { urlBelow } from './url-below.ts'

/**
 * Calls the sandbox, which simulates the social networks, so that one of its users allows that an account is connected,
 * in place of a browser. `as` is the user's handle; the sandbox's first user if undefined.
 * @throws Error if the sandbox responds with an error
 */
export async function approveInSandbox(
  sandboxUrl: string,
  authorizationUrl: string,
  as: string | undefined,
): Promise<void> {
  const body = JSON.stringify({ authorizationUrl, decision: 'approve', ...(as !== undefined && { as }) })
  const response = await fetch(urlBelow(sandboxUrl, 'person/consent'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok)
    throw new Error(`The sandbox responded with ${response.status}: ${(await response.text()).slice(0, 500)}`)
}
