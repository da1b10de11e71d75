import { figureOf, type Row } from '../../measure.ts'
import type { LoadResult } from '../../process/load.ts'
import { publishPath, uploader, withoutWaiting } from '../../uploads.ts'

const rounds = 5
const atOnce = 8
const kinds = [
  ['read', false],
  ['new connections', true],
] as const

export const uploadFair: Row = {
  id: 'upload-fair',
  about: 'small reads while 8 such publishes are received, on kept connections and on new ones',
  bars: [
    { figure: 'read meanwhile, p99', unit: 'ms', atMost: 30 },
    { figure: 'read alone, p99', unit: 'ms' },
    { figure: 'new connections meanwhile, p99', unit: 'ms', atMost: 60 },
    { figure: 'new connections alone, p99', unit: 'ms' },
  ],
  async run(installation) {
    const [gateway, client] = await Promise.all([
      installation.start('gateway', withoutWaiting),
      installation.start('load'),
    ])
    const upload = await uploader(installation)
    const url = `${gateway.ready['url']}/api/v1/profiles/${installation.profileId}`
    const headers = { authorization: `Bearer ${installation.apiKey}` }
    const read = async (fresh: boolean) => {
      const small = { url, headers, seconds: 2, perSecond: 100 }
      if (fresh) return (await client.ask<LoadResult>('freshLoad', small)).p99
      return (await client.ask<LoadResult>('load', { ...small, connections: 4, perSecond: 200 })).p99
    }
    const values: Record<string, number[]> = {}
    const note = (figure: string, value: number) => {
      values[figure] = [...(values[figure] ?? []), value]
    }
    for (let round = 0; round <= rounds; round++) {
      for (const [name, fresh] of kinds) {
        const alone = await read(fresh)
        const reading = { over: false }
        const uploads = (async () => {
          while (!reading.over) await upload(gateway, publishPath, { atOnce })
        })()
        const meanwhile = await read(fresh)
        reading.over = true
        await uploads
        if (round === 0) continue
        note(`${name} alone, p99`, alone)
        note(`${name} meanwhile, p99`, meanwhile)
      }
    }
    return Object.fromEntries(Object.entries(values).map(([figure, list]) => [figure, figureOf(list)]))
  },
}
