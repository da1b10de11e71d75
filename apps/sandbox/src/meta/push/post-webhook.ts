const TIMEOUT_MS = 20_000

interface SignedWebhook {
  bytes: Buffer
  /** The value of the header `X-Hub-Signature-256`; null to send none. */
  signature: string | null
}

/** Posts a webhook once, as Meta does. Returns the status of the response; null if there was none within 20 s. */
export async function postWebhook(url: string, { bytes, signature }: SignedWebhook, stopping: AbortSignal) {
  const headers = { 'content-type': 'application/json', 'user-agent': 'facebookexternalua' }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(signature !== null && { 'x-hub-signature-256': signature }) },
      body: new Uint8Array(bytes),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
