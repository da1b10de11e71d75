import type { BenchChild } from '../child.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { Load, LoadResult } from '../process/load.ts'

const rounds = 7
const load = { connections: 32, seconds: 2 }

export const read: Row = {
  id: 'read',
  about: 'GET /profiles/{id} against bare Express with a prepared statement',
  bars: [
    { figure: 'of the bare one', unit: '×', atLeast: 0.6 },
    { figure: 'gateway', unit: 'requests/s' },
    { figure: 'bare', unit: 'requests/s' },
    { figure: 'processor time, of the bare one', unit: '×' },
    { figure: 'processor time, gateway', unit: 'µs' },
    { figure: 'processor time, bare', unit: 'µs' },
  ],
  async run(house) {
    const [gateway, bare, client] = await Promise.all([
      house.start('gateway'),
      house.start('bare'),
      house.start('load'),
    ])
    const headers = { authorization: `Bearer ${house.apiKey}` }
    const times = { gateway: [] as number[], bare: [] as number[] }
    const send = async (subject: 'gateway' | 'bare', child: BenchChild, prefix: string) => {
      const before = await child.ask<number>('cpu')
      const input: Load = { ...load, url: `${child.ready['url']}${prefix}/profiles/${house.profileId}`, headers }
      const { perSecond } = await client.ask<LoadResult>('load', input)
      const spent = (await child.ask<number>('cpu')) - before
      times[subject].push((spent * 1000) / (perSecond * load.seconds))
      return perSecond
    }
    const found = await interleave(
      { bare: () => send('bare', bare, ''), gateway: () => send('gateway', gateway, '/api/v1') },
      { rounds },
    )
    const [gatewayTimes, bareTimes] = [times.gateway.slice(1), times.bare.slice(1)]
    return {
      'of the bare one': figureOf(ratios(found.gateway, found.bare)),
      gateway: figureOf(found.gateway),
      bare: figureOf(found.bare),
      'processor time, of the bare one': figureOf(ratios(gatewayTimes, bareTimes)),
      'processor time, gateway': figureOf(gatewayTimes),
      'processor time, bare': figureOf(bareTimes),
    }
  },
}
