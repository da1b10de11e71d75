import { variables } from '@carillon/service'
import type { BenchChild } from '../child.ts'
import type { Installation } from '../installation.ts'
import { figureOf, interleave, type Measure, type Row, ratios } from '../measure.ts'
import type { Load, LoadResult } from '../process/load.ts'

const rounds = 7
const load = { connections: 32, seconds: 2 }
const accounts = 100

/** The bar of throughput, and that of processor time, which follows from it and holds on a busy machine as well. */
export const barsFrom = (atLeast: number): Row['bars'] => [
  { figure: 'of the bare one', unit: '×', atLeast },
  { figure: 'gateway', unit: 'requests/s' },
  { figure: 'bare', unit: 'requests/s' },
  { figure: 'processor time, of the bare one', unit: '×', atMost: 1 / atLeast, steady: true },
  { figure: 'processor time, gateway', unit: 'µs' },
  { figure: 'processor time, bare', unit: 'µs' },
]

interface Compared {
  path: string
  /** The bare server's path, where it is another. */
  barePath?: string
  /** Settings of the gateway. */
  env?: Record<string, string>
  /** Keys that requests are sent with by turns, as Authorization headers; one key when left out. */
  keys?: readonly string[]
  /** More headers and expectations of the requests to the gateway. */
  conditions?: Pick<Load, 'headers' | 'unchanged'>
}

/** Responses of the gateway against those of the bare server. */
export async function compare(installation: Installation, compared: Compared): Promise<Measure> {
  const { path, barePath = path, env, keys, conditions } = compared
  const [gateway, bare, client] = await Promise.all([
    installation.start('gateway', env),
    installation.start('bare'),
    installation.start('load'),
  ])
  const headers = { authorization: `Bearer ${installation.apiKey}` }
  const requests: Record<'gateway' | 'bare', Omit<Load, 'connections' | 'seconds'>> = {
    bare: { url: `${bare.ready['url']}${barePath}`, headers },
    gateway: {
      ...conditions,
      url: `${gateway.ready['url']}/api/v1${path}`,
      headers: { ...headers, ...conditions?.headers },
      ...(keys && { keys }),
    },
  }
  const times = { gateway: [] as number[], bare: [] as number[] }
  const send = async (subject: 'gateway' | 'bare', child: BenchChild) => {
    const before = await child.ask<number>('cpu')
    const { perSecond } = await client.ask<LoadResult>('load', { ...load, ...requests[subject] })
    const spent = (await child.ask<number>('cpu')) - before
    times[subject].push((spent * 1000) / (perSecond * load.seconds))
    return perSecond
  }
  const found = await interleave(
    { bare: () => send('bare', bare), gateway: () => send('gateway', gateway) },
    { rounds },
  )
  const [ofGateway, ofBare] = [times.gateway.slice(1), times.bare.slice(1)]
  return {
    'of the bare one': figureOf(ratios(found.gateway, found.bare)),
    gateway: figureOf(found.gateway),
    bare: figureOf(found.bare),
    'processor time, of the bare one': figureOf(ratios(ofGateway, ofBare)),
    'processor time, gateway': figureOf(ofGateway),
    'processor time, bare': figureOf(ofBare),
  }
}

export const readAccounts: Row = {
  id: 'accounts',
  about: `GET /profiles/{id}/accounts with ${accounts} accounts (50 KB) against bare Express with a prepared statement`,
  bars: barsFrom(0.6),
  async run(installation) {
    await installation.emptyProfile()
    for (let account = 0; account < accounts; account++) await installation.connect()
    const measure = await compare(installation, { path: `/profiles/${installation.profileId}/accounts` })
    await installation.emptyProfile()
    return measure
  },
}

export const readSmall: Row = {
  id: 'get',
  about: 'GET /profiles/{id} against the same, where hardly anything is left but what the gateway adds',
  bars: barsFrom(0.6),
  run: (installation) => compare(installation, { path: `/profiles/${installation.profileId}` }),
}

/** So many keys that none comes near its limit. */
export const manyKeys = 1_000

/** The default limit of an installation. */
export const usualLimit = { REQUESTS_PER_MINUTE: variables.REQUESTS_PER_MINUTE.fallback }

export const readSmallLimited: Row = {
  id: 'get-limited',
  about: `the same with ${manyKeys} keys, each held to the usual number of requests a minute`,
  bars: barsFrom(0.5),
  async run(installation) {
    const keys = await installation.moreKeys(manyKeys)
    return compare(installation, { path: `/profiles/${installation.profileId}`, keys, env: usualLimit })
  },
}
