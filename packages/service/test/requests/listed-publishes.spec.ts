import { randomUUID } from 'node:crypto'
import { type AccountRow, idAt, insertApiRequests, insertExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

interface Listed {
  requests: { publishId: string | null }[]
}

describe('the publishes of listed requests', () => {
  let harness: Harness
  let account: AccountRow
  before(async () => {
    harness = await startHarness()
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())

  /** Stores a request that was about to store this publish. */
  async function serve(requestId: string, publishId: string | null, more: object = {}): Promise<void> {
    const { organizationId, profileId } = harness
    const at = new Date()
    const request = { organizationId, id: idAt(at), at, method: 'POST', path: '/posts', operation: 'posts.publish' }
    const outcome = { status: 500, code: 'internal_error', problem: null, durationMs: 1, publishId }
    const client = { keyId: randomUUID(), source: 'api' as const, profileId, requestId, ip: null }
    await insertApiRequests(harness.context.db, [{ ...request, params: {}, ...outcome, ...client, ...more }])
  }

  async function store(requestId: string, kind = 'publish'): Promise<string> {
    const { organizationId, profileId } = harness
    const id = idAt(new Date())
    await insertExternalWrite(harness.context.db, {
      ...{ id, kind, organizationId, profileId, accountId: account.id, platform: 'bluesky', requestId },
      ...{ payload: '{}', state: '{}', createdAt: new Date(), wakeAt: null },
    })
    return id
  }

  async function publishesIn(requestId: string, organizationId = harness.organizationId) {
    const scope = { organizationId, profileId: null }
    const { requests }: Listed = bodyOf(await ask(harness.context, 'requests.list', { scope, query: { requestId } }))
    return requests.map(({ publishId }) => publishId)
  }

  it('are those that were stored, each with its own request, and none where storing failed', async () => {
    const [first, second] = [await store('same'), await store('same')]
    for (const id of [second, randomUUID(), null, first]) await serve('same', id)
    expect(await publishesIn('same')).to.have.members([first, null, null, second])
  })

  it('are none once they have been purged', async () => {
    const id = await store('purged')
    await serve('purged', id)
    expect(await publishesIn('purged')).to.deep.equal([id])
    await harness.context.pool.query('delete from external_write where id = $1', [id])
    expect(await publishesIn('purged')).to.deep.equal([null])
  })

  it('are no writes of another kind, and none of another organization', async () => {
    await serve('other-kind', await store('other-kind', 'comment.create'))
    expect(await publishesIn('other-kind')).to.deep.equal([null])
    const organizationId = randomUUID()
    await serve('foreign', await store('foreign'), { organizationId })
    expect(await publishesIn('foreign', organizationId)).to.deep.equal([null])
  })

  it('are those in their paths if they created none', async () => {
    const publishId = randomUUID()
    await serve('path', null, { method: 'GET', operation: 'publishes.get', params: { publishId } })
    expect(await publishesIn('path')).to.deep.equal([publishId])
  })
})
