import { peakMemory } from '../../machine.ts'
import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import { publishPath, uploader, withoutWaiting } from '../../uploads.ts'

const rounds = 5

export const uploadAgainst: Row = {
  id: 'upload-vs',
  about: 'the same publish against express.json with Buffer.from, SHA-256 and a file',
  bars: [
    { figure: 'times as fast', unit: '×', atLeast: 2.5 },
    { figure: 'gateway', unit: 'ms' },
    { figure: 'express.json', unit: 'ms' },
    { figure: 'gateway, peak', unit: 'MiB' },
    { figure: 'express.json, peak', unit: 'MiB' },
  ],
  async run(installation) {
    const [gateway, bare] = await Promise.all([
      installation.start('gateway', withoutWaiting),
      installation.start('bare'),
    ])
    const upload = await uploader(installation)
    const found = await interleave(
      { bare: () => upload(bare, '/json'), gateway: () => upload(gateway, publishPath) },
      { rounds },
    )
    return {
      'times as fast': figureOf(ratios(found.bare, found.gateway)),
      gateway: figureOf(found.gateway),
      'express.json': figureOf(found.bare),
      'gateway, peak': figureOf([peakMemory(gateway.pid)]),
      'express.json, peak': figureOf([peakMemory(bare.pid)]),
    }
  },
}
