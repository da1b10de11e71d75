// YouTube as far as a report asks it, every response ready-made; counts the calls.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endOn, handleCommands } from './asks.ts'

const days = 365
const startMs = Date.UTC(2025, 10, 20)

function table(names: readonly string[], rows: unknown[][]): string {
  const columnHeaders = names.map((name) => ({ name, columnType: 'METRIC', dataType: 'INTEGER' }))
  return JSON.stringify({ kind: 'youtubeAnalytics#resultTable', columnHeaders, rows })
}

const watched = ['views', 'estimatedMinutesWatched', 'averageViewDuration', 'likes', 'comments']
const ofDays = ['day', ...watched, 'subscribersGained', 'subscribersLost', 'shares']
const dayOf = (at: number) => new Date(startMs + at * 86_400_000).toISOString().slice(0, 10)

const responses: Readonly<Record<string, string>> = {
  day: table(
    ofDays,
    Array.from({ length: days }, (_, at) => [dayOf(at), ...ofDays.slice(1).map((_name, column) => at * (column + 1))]),
  ),
  video: table(
    ['video', ...watched],
    Array.from({ length: 10 }, (_, at) => [`video-${at}`, 500 - at, 900, 108, 12, 3]),
  ),
  'ageGroup,gender': table(
    ['ageGroup', 'gender', 'viewerPercentage'],
    ['18-24', '25-34', '35-44'].map((age) => [`age${age}`, 'female', 33.3]),
  ),
  country: table(
    ['country', 'views'],
    Array.from({ length: 100 }, (_, at) => [`C${at}`, 1000 - at]),
  ),
  channel: JSON.stringify({
    items: [{ id: 'UCbench', snippet: { title: 'Bench' }, statistics: { viewCount: '1', subscriberCount: '2' } }],
  }),
}

let calls = 0
const server = createServer((req, res) => {
  calls++
  const url = new URL(req.url ?? '/', 'http://network.invalid')
  const body = responses[url.searchParams.get('dimensions') ?? 'channel'] ?? '{}'
  // As far away as a fast network is, so that reads that begin at the same time meet.
  setTimeout(() => res.setHeader('content-type', 'application/json').end(body), Number(process.env['LATENCY_MS'] ?? 0))
})
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
handleCommands({ calls: () => calls })
endOn(async () => server.closeAllConnections())
