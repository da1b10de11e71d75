import { randomUUID } from 'node:crypto'
import { type AccountRow, idAt, insertApiRequests, insertExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

interface Served {
  from: number
  to: number
  code?: string
}

interface Listed {
  requests: { id: string; publishId: string | null }[]
  nextCursor: string | null
}

const hour = 3_600_000
const began = Date.now() - 12 * hour
const at = (ms: number) => new Date(began + ms)

describe('the publishes of listed requests with the same X-Request-Id', () => {
  let harness: Harness
  let account: AccountRow
  before(async () => {
    harness = await startHarness()
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())

  /** Stores a request that was served from and to these ms after the beginning, and returns its id. */
  async function serve(requestId: string, { from, to, code }: Served): Promise<string> {
    const { organizationId, profileId } = harness
    const id = idAt(at(from))
    const status = code === undefined ? 202 : 400
    await insertApiRequests(harness.context.db, [
      {
        ...{ organizationId, id, at: at(from), method: 'POST', path: '/posts', params: {}, operation: 'posts.publish' },
        ...{ status, code: code ?? null, problem: null, keyId: randomUUID(), source: 'api', profileId },
        ...{ durationMs: to - from, requestId, ip: null },
      },
    ])
    return id
  }

  async function publish(requestId: string, ms: number): Promise<string> {
    const { organizationId, profileId } = harness
    const id = idAt(at(ms))
    await insertExternalWrite(harness.context.db, {
      ...{ id, kind: 'publish', organizationId, profileId, accountId: account.id, platform: 'bluesky', requestId },
      ...{ payload: '{}', state: '{}', createdAt: at(ms), wakeAt: null },
    })
    return id
  }

  /** Returns a page of requests, each as its id and that of its publish, with the cursor of the next page. */
  async function page(query: Record<string, string | number>) {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const body: Listed = bodyOf(await ask(harness.context, 'requests.list', { scope, query }))
    return { found: body.requests.map(({ id, publishId }) => [id, publishId]), nextCursor: body.nextCursor }
  }
  const publishesIn = async (query: Record<string, string | number>) => (await page(query)).found

  it('are the same on each page and with each filter', async () => {
    const requestId = 'pages'
    const long = await serve(requestId, { from: 0, to: 1_000 })
    const short = await serve(requestId, { from: 100, to: 300 })
    const last = await serve(requestId, { from: 900, to: 1_500 })
    const [first, second, third] = [
      await publish(requestId, 200),
      await publish(requestId, 600),
      await publish(requestId, 950),
    ]
    const all = [
      [last, third],
      [short, first],
      [long, second],
    ]
    expect(await publishesIn({ requestId })).to.deep.equal(all)
    const onPages: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { found, nextCursor } = await page({ requestId, limit: 1, ...(cursor && { cursor }) })
      onPages.push(...found)
      cursor = nextCursor
    }
    expect(onPages).to.deep.equal(all)
    expect(await publishesIn({ requestId, to: at(50).toISOString() })).to.deep.equal([[long, second]])
    expect(await publishesIn({ requestId, from: at(500).toISOString() })).to.deep.equal([[last, third]])
  })

  it('are none for a request that was rejected before it could create one', async () => {
    for (const code of ['invalid_request', 'budget_exhausted', 'deadline_passed']) {
      const long = await serve(code, { from: hour, to: hour + 1_000 })
      const rejected = await serve(code, { from: hour + 100, to: hour + 300, code })
      const created = await publish(code, hour + 200)
      expect(await publishesIn({ requestId: code }), code).to.deep.equal([
        [rejected, null],
        [long, created],
      ])
    }
  })
})
