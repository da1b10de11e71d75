import { urlBelow } from './url-below.ts'

/**
 * Makes a user of the sandbox, which simulates the social networks, approve the request at `authorizationUrl` (the URL
 * to which a browser would be sent to connect an account). `as` is the user's handle; if undefined, the first user of
 * that network.
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
    redirect: 'error',
  })
  if (!response.ok)
    throw new Error(`The sandbox responded with ${response.status}: ${(await response.text()).slice(0, 500)}`)
}
