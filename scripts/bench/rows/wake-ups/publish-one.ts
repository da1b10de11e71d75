import { figureOf, interleave, quantile, type Row, ratios } from '../../measure.ts'
import { emptyJournal, notifyWithin } from '../../writes.ts'

const rounds = 7
const each = 60

export const publishOne: Row = {
  id: 'publish-one',
  about: 'one publish at a time, against the same in a database that also notifies within its commits',
  bars: [
    { figure: 'of one that is notified of within, p50', unit: '×', atMost: 1.05 },
    { figure: 'asked to published, p50', unit: 'ms' },
  ],
  async run(installation) {
    const { context } = installation
    const [gateway] = await Promise.all([installation.start('gateway'), installation.start('worker')])
    const url = `${gateway.ready['url']}/api/v1/posts`
    const body = JSON.stringify({ platform: 'bluesky', accountId: await installation.connect(), text: 'Hello' })
    const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
    const median = async () => {
      const times: number[] = []
      for (let n = 0; n < each; n++) {
        const began = performance.now()
        const response = await fetch(url, { method: 'POST', headers, body })
        await response.arrayBuffer()
        if (response.status !== 201) throw new Error(`a publish had the status ${response.status}`)
        times.push(performance.now() - began)
      }
      return quantile(times, 0.5)
    }
    const found = await interleave(
      {
        after: median,
        async within() {
          await context.pool.query(notifyWithin.begin)
          const ms = await median()
          await context.pool.query(notifyWithin.end)
          return ms
        },
      },
      { rounds },
    )
    await installation.endProcesses()
    await emptyJournal(context)
    return {
      'of one that is notified of within, p50': figureOf(ratios(found.after, found.within)),
      'asked to published, p50': figureOf(found.after),
    }
  },
}
