import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import { filmBytes, publishPath, uploader, withoutWaiting } from '../uploads.ts'

const rounds = 7
const throughput = (ms: number) => filmBytes / 1e6 / (ms / 1000)

export const uploadForm: Row = {
  id: 'upload-mp',
  about: 'a publish whose form carries 105 MB of film, until it is durable, against multer writing it to a file',
  bars: [
    { figure: 'of bare multer', unit: '×', atLeast: 0.8 },
    { figure: 'gateway', unit: 'MB/s' },
    { figure: 'bare', unit: 'MB/s' },
  ],
  async run(house) {
    const [gateway, bare] = await Promise.all([house.start('gateway', withoutWaiting), house.start('bare')])
    const upload = await uploader(house)
    const found = await interleave(
      {
        bare: async () => throughput(await upload(bare, '/form', { kind: 'form' })),
        gateway: async () => throughput(await upload(gateway, publishPath, { kind: 'form' })),
      },
      { rounds },
    )
    return {
      'of bare multer': figureOf(ratios(found.gateway, found.bare)),
      gateway: figureOf(found.gateway),
      bare: figureOf(found.bare),
    }
  },
}
