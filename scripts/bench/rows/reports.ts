import type { Installation } from '../installation.ts'
import { figureOf, interleave, type Row } from '../measure.ts'

const rounds = 9
/**
 * A report takes a few milliseconds, so only many of them show what it costs. The warm-ups last until Node has
 * optimized the code: after 100 of them, bare Express still takes a third longer than after 600.
 */
const ofMany = { rounds: 150, warmUps: 600 }
const reports = ['day', 'video', 'ageGroup,gender', 'country']
const scopes = ['https://www.googleapis.com/auth/yt-analytics.readonly']
const credentials = { accessToken: 'bench', refreshToken: 'bench', uploads: 'UUbench' }
/** A year of days, whatever today is. */
const dayMs = 86_400_000
const lastDay = () => new Date(Date.now() - dayMs).toISOString().slice(0, 10)
const firstDay = () => new Date(Date.now() - 365 * dayMs).toISOString().slice(0, 10)

async function fetchText(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} responded ${response.status}: ${text.slice(0, 500)}`)
  return text
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A gateway over a network `latencyMs` away, and the URL of a channel's report of a year. */
async function open(installation: Installation, latencyMs: number) {
  const network = await installation.start('reports-network', { LATENCY_MS: String(latencyMs) })
  const url = String(network.ready['url'])
  const gateway = await installation.start('gateway', { YOUTUBE_HOST_API: url, YOUTUBE_HOST_ANALYTICS: url })
  await installation.emptyProfile()
  const accountId = await installation.connect('youtube', { scopes, credentials })
  const query = new URLSearchParams({ accountId, startDate: firstDay(), endDate: lastDay() })
  const report = `${gateway.ready['url']}/api/v1/analytics/youtube/channel-insights?${query}`
  const headers = { authorization: `Bearer ${installation.apiKey}` }
  return { network, gateway, url, report, read: () => fetchText(report, headers) }
}

export const reportOfYear: Row = {
  id: 'report',
  about: 'a report of 365 days, five calls to a network that responds at once, against the five calls alone',
  bars: [
    { figure: 'what the report adds', unit: 'ms', atMost: 3 },
    { figure: 'report', unit: 'ms' },
    { figure: 'the five calls alone', unit: 'ms' },
    { figure: 'the same response from bare Express, without calls', unit: 'ms' },
    { figure: 'processor time, gateway', unit: 'ms' },
    { figure: 'processor time, the five calls alone', unit: 'ms' },
    { figure: 'days', unit: '', atLeast: 365 },
  ],
  async run(installation) {
    const { gateway, url, report, read } = await open(installation, 0)
    const bare = await installation.start('bare', { BENCH_LIST_URL: report, BENCH_LIST_KEY: installation.apiKey })
    const readBare = () => fetchText(`${bare.ready['url']}/list`)
    const callAlone = async () => {
      const calls = [`${url}/channels`, ...reports.map((name) => `${url}/v2/reports?dimensions=${name}`)]
      const texts = await Promise.all(calls.map((call) => fetchText(call)))
      for (const text of texts) JSON.parse(text)
    }
    const subjects = { alone: () => timed(callAlone), report: () => timed(read), bare: () => timed(readBare) }
    const found = await interleave(subjects, ofMany)
    const before = await gateway.ask<number>('cpu')
    for (let round = 0; round < ofMany.rounds; round++) await read()
    const spent = (await gateway.ask<number>('cpu')) - before
    const own = process.cpuUsage()
    for (let round = 0; round < ofMany.rounds; round++) await callAlone()
    const { user, system } = process.cpuUsage(own)
    const { insights } = JSON.parse(await read()) as { insights: { daily: unknown[] } }
    await installation.emptyProfile()
    return {
      'what the report adds': figureOf(found.report.map((ms, round) => ms - (found.alone[round] ?? Number.NaN))),
      report: figureOf(found.report),
      'the five calls alone': figureOf(found.alone),
      'the same response from bare Express, without calls': figureOf(found.bare),
      'processor time, gateway': figureOf([spent / ofMany.rounds]),
      'processor time, the five calls alone': figureOf([(user + system) / 1000 / ofMany.rounds]),
      days: figureOf([insights.daily.length]),
    }
  },
}

export const sharedReports: Row = {
  id: 'report-shared',
  about: '50 identical reports at the same time, over a network 200 ms away: one set of five calls for all of them',
  bars: [
    { figure: 'calls', unit: '', atLeast: 5, atMost: 5 },
    { figure: 'slowest of 50', unit: 'ms' },
  ],
  async run(installation) {
    const { network, read } = await open(installation, 200)
    await read()
    const calls: number[] = []
    const slowest: number[] = []
    for (let round = 0; round < rounds; round++) {
      const before = await network.ask<number>('calls')
      slowest.push(Math.max(...(await Promise.all(Array.from({ length: 50 }, () => timed(read))))))
      calls.push((await network.ask<number>('calls')) - before)
    }
    await installation.emptyProfile()
    return { calls: figureOf(calls), 'slowest of 50': figureOf(slowest) }
  },
}
