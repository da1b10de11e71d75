import type { BenchChild } from '../child.ts'
import type { House } from '../house.ts'
import { figureOf, interleave, type Measure, type Row, ratios } from '../measure.ts'
import type { Load, LoadResult } from '../process/load.ts'

const rounds = 7
const load = { connections: 32, seconds: 2 }
const accounts = 100

const bars: Row['bars'] = [
  { figure: 'of the bare one', unit: '×', atLeast: 0.6 },
  { figure: 'gateway', unit: 'requests/s' },
  { figure: 'bare', unit: 'requests/s' },
  { figure: 'processor time, of the bare one', unit: '×' },
  { figure: 'processor time, gateway', unit: 'µs' },
  { figure: 'processor time, bare', unit: 'µs' },
]

/** Answers of the gateway against those of the bare server under the same path. */
async function compare(house: House, path: string): Promise<Measure> {
  const [gateway, bare, client] = await Promise.all([house.start('gateway'), house.start('bare'), house.start('load')])
  const headers = { authorization: `Bearer ${house.apiKey}` }
  const times = { gateway: [] as number[], bare: [] as number[] }
  const send = async (subject: 'gateway' | 'bare', child: BenchChild, prefix: string) => {
    const before = await child.ask<number>('cpu')
    const input: Load = { ...load, url: `${child.ready['url']}${prefix}${path}`, headers }
    const { perSecond } = await client.ask<LoadResult>('load', input)
    const spent = (await child.ask<number>('cpu')) - before
    times[subject].push((spent * 1000) / (perSecond * load.seconds))
    return perSecond
  }
  const found = await interleave(
    { bare: () => send('bare', bare, ''), gateway: () => send('gateway', gateway, '/api/v1') },
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

export const read: Row = {
  id: 'read',
  about: `GET /profiles/{id}/accounts with ${accounts} accounts (50 KB) against bare Express with a prepared statement`,
  bars,
  async run(house) {
    await house.emptyProfile()
    for (let account = 0; account < accounts; account++) await house.connect()
    const measure = await compare(house, `/profiles/${house.profileId}/accounts`)
    await house.emptyProfile()
    return measure
  },
}

export const readSmall: Row = {
  id: 'get',
  about: 'GET /profiles/{id} against the same, where hardly anything is left but what the gateway adds',
  bars,
  run: (house) => compare(house, `/profiles/${house.profileId}`),
}
