import type { Whole } from './whole.ts'

interface Consent {
  platform: string
  /** The user of the sandbox who consents. */
  as: string
  /** Scopes that the user does not grant. */
  withhold?: string[]
  /** Which accounts the user selects where there are several; the first one if left out. */
  select?: 'first' | 'all'
}

/** Connects accounts of a user, as a browser does: consents at the network and selects accounts. Returns their ids. */
export async function connectUser(
  whole: Whole,
  { platform, as, withhold = [], select = 'first' }: Consent,
): Promise<string[]> {
  const path = `/profiles/${whole.profileId}/connect`
  const { authorizationUrl, connectionSessionId } = (await whole.call('POST', path, { platform })).body
  const consent = { authorizationUrl, decision: 'approve', as, withhold }
  const { finalUrl } = (await whole.sandboxCall('POST', '/person/consent', consent)).body
  const session = async () => (await whole.call('GET', `${path}/${connectionSessionId}`)).body
  if ((await session()).status === 'awaiting_selection') {
    const page = await (await fetch(finalUrl)).text()
    const offered = [...page.matchAll(/name="chosen" value="([^"]+)"/g)].map(([, id = '']) => ['chosen', id])
    const selected = select === 'all' ? offered : offered.slice(0, 1)
    await fetch(finalUrl, { method: 'POST', body: new URLSearchParams(selected) })
  }
  const ended = await session()
  if (ended.status !== 'completed') throw new Error(`connect ${platform}: ${JSON.stringify(ended)}`)
  return ended.accountIds
}
