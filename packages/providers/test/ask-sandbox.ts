/**
 * Calls the sandbox itself, for what its users do and for what its networks hold: GET, or POST if there is a body.
 * @throws Error if the response is not a success
 */
export async function askSandbox<Result>(
  { url }: { url: string },
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST' }: { body?: unknown; method?: string } = {},
): Promise<Result> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, { method, ...(body !== undefined && json) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Result
}
