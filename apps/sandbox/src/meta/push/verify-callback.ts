import { randomInt } from 'node:crypto'

const TIMEOUT_MS = 20_000

/**
 * Verifies a callback URL by sending a challenge. Returns null on success, otherwise a description of the failure.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-20)
 */
export async function verifyCallback(url: string, verifyToken: string): Promise<string | null> {
  if (!URL.canParse(url)) return 'it is not a URL'
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000))
  const asked = new URL(url)
  asked.searchParams.set('hub.mode', 'subscribe')
  asked.searchParams.set('hub.challenge', challenge)
  asked.searchParams.set('hub.verify_token', verifyToken)
  try {
    const response = await fetch(asked, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    if (response.status !== 200) return `it responded with ${response.status}`
    return text === challenge ? null : 'it did not echo the challenge'
  } catch {
    return 'it did not respond'
  }
}
