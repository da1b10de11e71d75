import { freePort } from '@carillon/standalone'
import { startApp } from '../../child.ts'
import type { Installation } from '../../installation.ts'
import { processorTime, serverOf } from '../../machine.ts'
import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import type { LoadResult } from '../../process/load.ts'

const rounds = 4
/**
 * Few clients, as the reference server works on one post after another, and each is stored in the account's repository.
 */
const load = { method: 'POST', connections: 4, seconds: 4 } as const

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(url, { ...init, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

/** Connects a user of the server to the profile as a browser does. */
async function connect({ context, profileId, apiKey }: Installation, api: string, sandboxUrl: string): Promise<string> {
  const authorization = { authorization: `Bearer ${apiKey}` }
  const options = { platform: 'bluesky', handle: 'ada.test' }
  const { authorizationUrl } = await post(`${api}/profiles/${profileId}/connect`, options, authorization)
  await post(`${sandboxUrl}/person/consent`, { authorizationUrl, decision: 'approve', as: 'ada.test' })
  const { rows } = await context.pool.query<{ id: string }>(
    `select account.id from account where profile_id = $1 and display_identifier = 'ada.test'`,
    [profileId],
  )
  if (!rows[0]) throw new Error('the account was not connected')
  return rows[0].id
}

export const publishBluesky: Row = {
  id: 'publish-bluesky',
  about:
    "text posts on Bluesky's reference server, against a route that logs in and creates the record, and stores nothing",
  bars: [
    { figure: 'of a peer-like route', unit: '×', atLeast: 1 },
    { figure: 'published', unit: 'posts/s' },
    { figure: 'peer-like', unit: 'posts/s' },
    { figure: 'alone, p50', unit: 'ms' },
    { figure: 'peer-like alone, p50', unit: 'ms' },
    { figure: 'processor time, without the server of Bluesky', unit: 'ms' },
  ],
  async run(installation) {
    const sandbox = await installation.start('bluesky')
    const environment = sandbox.ready['environment'] as Record<string, string>
    const port = await freePort(0)
    const env = {
      ...installation.env,
      ...environment,
      // It is on this machine, where calls to hosts that users name do not go otherwise.
      MEDIA_ALLOWED_ORIGINS: Object.values(environment).join(','),
      GATEWAY_PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    }
    const [peer, client] = await Promise.all([
      installation.start('peer', { BENCH_NETWORK: environment['BLUESKY_HOST_ENTRYWAY'] ?? '' }),
      installation.start('load'),
    ])
    const [gateway, worker] = await Promise.all([startApp('gateway', env), startApp('worker', env)])
    try {
      const api = `${gateway.ready['url']}/api/v1`
      const accountId = await connect(installation, api, String(sandbox.ready['url']))
      const own = {
        url: `${api}/posts`,
        headers: { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' }),
      }
      const others = {
        url: `${peer.ready['url']}/posts`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'Hello from the bench' }),
      }
      const server = await serverOf(installation.context)
      const used = () => [gateway.pid, worker.pid, server].reduce((sum, pid) => sum + processorTime(pid), 0)
      const send = (request: typeof own | typeof others, more: object = {}) =>
        client.ask<LoadResult>('load', { ...load, ...request, ...more })
      const costs: number[] = []
      const found = await interleave(
        {
          async peer() {
            return (await send(others)).perSecond
          },
          async gateway() {
            const before = used()
            const { perSecond } = await send(own)
            costs.push((used() - before) / (perSecond * load.seconds))
            return perSecond
          },
          peerAlone: async () => (await send(others, { connections: 1 })).p50,
          gatewayAlone: async () => (await send(own, { connections: 1 })).p50,
        },
        { rounds },
      )
      return {
        'of a peer-like route': figureOf(ratios(found.gateway, found.peer)),
        published: figureOf(found.gateway),
        'peer-like': figureOf(found.peer),
        'alone, p50': figureOf(found.gatewayAlone),
        'peer-like alone, p50': figureOf(found.peerAlone),
        'processor time, without the server of Bluesky': figureOf(costs),
      }
    } finally {
      await Promise.all([gateway, worker].map((child) => child.stop()))
    }
  },
}
