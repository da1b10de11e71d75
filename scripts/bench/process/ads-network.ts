// Facebook as far as a campaign tree asks it: 200 campaigns, 1,000 ad sets and 5,000 ads, every page ready-made; counts the
// pages.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endOn, handleCommands } from './asks.ts'

const pageSize = 200
const account = { id: 'act_981', currency: 'USD', account_status: 1, timezone_name: 'UTC', min_daily_budget: 100 }
const state = { status: 'PAUSED', effective_status: 'PAUSED', name: 'Spring sale in the old town, third week' }
const targeting = { geo_locations: { countries: ['SE', 'NO'] }, age_min: 21, targeting_automation: {} }

const objects: Readonly<Record<string, unknown[]>> = {
  campaigns: Array.from({ length: 200 }, (_, at) => ({ id: `1${at}`, ...state, objective: 'OUTCOME_ENGAGEMENT' })),
  adsets: Array.from({ length: 1000 }, (_, at) => ({
    ...{ id: `2${at}`, campaign_id: `1${at % 200}`, ...state, daily_budget: '1500', targeting },
  })),
  ads: Array.from({ length: 5000 }, (_, at) => ({
    ...{ id: `3${at}`, adset_id: `2${at % 1000}`, ...state },
    creative: { id: `4${at}`, thumbnail_url: 'https://media.example.com/thumbnail.jpg', object_story_id: `104_${at}` },
  })),
}

function pagesOf(edge: string, items: readonly unknown[]): [string, string][] {
  const count = Math.ceil(items.length / pageSize)
  return Array.from({ length: count }, (_, page) => {
    const next = page + 1 < count ? { next: 'https://graph.invalid/next' } : {}
    const data = items.slice(page * pageSize, (page + 1) * pageSize)
    return [`${edge}:${page}`, JSON.stringify({ data, paging: { cursors: { after: `${page + 1}` }, ...next } })]
  })
}

const pages = new Map(Object.entries(objects).flatMap(([edge, items]) => pagesOf(edge, items)))
const accounts = JSON.stringify({ data: [account] })
let calls = 0
const server = createServer((req, res) => {
  const url = new URL(req.url ?? '/', 'http://network.invalid')
  const edge = url.pathname.split('/').at(-1)
  const page = pages.get(`${edge}:${url.searchParams.get('after') ?? 0}`)
  if (page !== undefined) calls++
  res.setHeader('content-type', 'application/json').end(page ?? accounts)
})
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
handleCommands({ calls: () => calls })
endOn(async () => server.closeAllConnections())
