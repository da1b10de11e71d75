import { urlBelow } from './url-below.ts'

/**
 * Calls the sandbox so that one of its users approves a connection, in place of a browser. `as` is the user's handle;
 * the sandbox's first user if undefined.
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
