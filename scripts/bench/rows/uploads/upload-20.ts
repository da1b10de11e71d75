import { forgetPeak, peakMemory } from '../../machine.ts'
import { figureOf, type Row } from '../../measure.ts'
import { publishPath, uploader, videoBytes, withoutWaiting } from '../../uploads.ts'

const rounds = 3
const atOnce = 20

export const uploadTwenty: Row = {
  id: 'upload-20',
  about: '20 such publishes at once: the memory they take, and how long anybody else waits',
  bars: [
    { figure: 'gateway, peak', unit: 'MiB', atMost: 320 },
    { figure: 'longest stall', unit: 'ms', atMost: 150 },
    { figure: 'together', unit: 'MB/s' },
  ],
  async run(installation) {
    const gateway = await installation.start('gateway', withoutWaiting)
    const upload = await uploader(installation)
    const [peaks, stalls, speeds]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      forgetPeak(gateway.pid)
      await gateway.ask('stall')
      const ms = await upload(gateway, publishPath, { atOnce })
      stalls.push(await gateway.ask<number>('stall'))
      peaks.push(peakMemory(gateway.pid))
      speeds.push((videoBytes * atOnce) / 1e6 / (ms / 1000))
    }
    return {
      'gateway, peak': figureOf(peaks),
      'longest stall': figureOf(stalls),
      together: figureOf(speeds),
    }
  },
}
