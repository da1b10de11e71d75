import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import { publishPath, uploader, videoBytes, withoutWaiting } from '../../uploads.ts'

const rounds = 7
const throughput = (ms: number) => videoBytes / 1e6 / (ms / 1000)

export const uploadOne: Row = {
  id: 'upload-1',
  about:
    'a publish whose JSON carries 100 MB of video, until it is durable, against receiving the body and discarding it',
  bars: [
    { figure: 'of discarding', unit: '×', atLeast: 0.4 },
    { figure: 'gateway', unit: 'MB/s' },
    { figure: 'discarding', unit: 'MB/s' },
  ],
  async run(installation) {
    const [gateway, bare] = await Promise.all([
      installation.start('gateway', withoutWaiting),
      installation.start('bare'),
    ])
    const upload = await uploader(installation)
    const found = await interleave(
      {
        bare: async () => throughput(await upload(bare, '/discard')),
        gateway: async () => throughput(await upload(gateway, publishPath)),
      },
      { rounds },
    )
    return {
      'of discarding': figureOf(ratios(found.gateway, found.bare)),
      gateway: figureOf(found.gateway),
      discarding: figureOf(found.bare),
    }
  },
}
