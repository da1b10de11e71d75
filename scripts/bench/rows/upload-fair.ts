import { figureOf, type Row } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'
import { publishPath, uploader, withoutWaiting } from '../uploads.ts'

const rounds = 5
const atOnce = 6

export const uploadFair: Row = {
  id: 'upload-fair',
  about: 'small reads while 6 such publishes are received',
  bars: [
    { figure: 'read meanwhile, p99', unit: 'ms', atMost: 30 },
    { figure: 'read alone, p99', unit: 'ms' },
  ],
  async run(house) {
    const [gateway, client] = await Promise.all([house.start('gateway', withoutWaiting), house.start('load')])
    const upload = await uploader(house)
    const url = `${gateway.ready['url']}/api/v1/profiles/${house.profileId}`
    const headers = { authorization: `Bearer ${house.apiKey}` }
    const read = async () => {
      const small = { url, headers, connections: 4, seconds: 2, perSecond: 200 }
      return (await client.ask<LoadResult>('load', small)).p99
    }
    const [alone, meanwhile]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const quiet = await read()
      const reading = { over: false }
      const uploads = (async () => {
        while (!reading.over) await upload(gateway, publishPath, { atOnce })
      })()
      const busy = await read()
      reading.over = true
      await uploads
      if (round === 0) continue
      alone.push(quiet)
      meanwhile.push(busy)
    }
    return { 'read meanwhile, p99': figureOf(meanwhile), 'read alone, p99': figureOf(alone) }
  },
}
