import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import { publishPath, uploader, withoutWaiting } from '../../uploads.ts'

const rounds = 7
/** The largest file that a form takes. */
const videoBytes = 64 * 1024 ** 2
const throughput = (ms: number) => videoBytes / 1e6 / (ms / 1000)

export const uploadForm: Row = {
  id: 'upload-mp',
  about: 'a publish whose form carries 67 MB of video, until it is durable, against multer writing it to a file',
  bars: [
    { figure: 'of bare multer', unit: '×', atLeast: 0.8 },
    { figure: 'gateway', unit: 'MB/s' },
    { figure: 'bare', unit: 'MB/s' },
  ],
  async run(installation) {
    const [gateway, bare] = await Promise.all([
      installation.start('gateway', withoutWaiting),
      installation.start('bare'),
    ])
    const upload = await uploader(installation)
    const form = {
      kind: 'form',
      videoBytes,
      fields: {
        platform: 'facebook',
        accountId: await installation.connect('facebook'),
        message: 'A video from the bench',
      },
    } as const
    const found = await interleave(
      {
        bare: async () => throughput(await upload(bare, '/form', form)),
        gateway: async () => throughput(await upload(gateway, publishPath, form)),
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
