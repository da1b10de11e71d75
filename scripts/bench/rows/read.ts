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
  ],
  async run(house) {
    const [gateway, bare, client] = await Promise.all([
      house.start('gateway'),
      house.start('bare'),
      house.start('load'),
    ])
    const path = `profiles/${house.profileId}`
    const send = async (input: Omit<Load, keyof typeof load>) => {
      const { perSecond } = await client.ask<LoadResult>('load', { ...load, ...input })
      return perSecond
    }
    const headers = { authorization: `Bearer ${house.apiKey}` }
    const found = await interleave(
      {
        bare: () => send({ url: `${bare.ready['url']}/${path}`, headers }),
        gateway: () => send({ url: `${gateway.ready['url']}/api/v1/${path}`, headers }),
      },
      { rounds },
    )
    return {
      'of the bare one': figureOf(ratios(found.gateway, found.bare)),
      gateway: figureOf(found.gateway),
      bare: figureOf(found.bare),
    }
  },
}
