import { expect } from 'chai'
import { authenticate, type Context, createKey, deleteKey, takeRequest } from '../../src/index.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a burst of requests with one key', () => {
  let harness: Harness
  before(async () => {
    const now = new Date('2026-11-20T12:00:30Z')
    harness = await startHarness({ now: () => now }, { REQUESTS_PER_MINUTE: '160' })
  })
  after(() => harness.close())

  it('is rejected as any other once the key is gone, although it was let in', async () => {
    const { apiKey, keyId } = await createKey(harness.context, { organizationId: harness.organizationId })
    const grant = await authenticate(harness.context, `Bearer ${apiKey}`)
    await deleteKey(harness.context, { keyId })
    const error = await rejection(takeRequest(harness.context, grant))
    expect([error.code, error.status]).to.deep.equal(['unauthorized', 401])
  })

  it('lets no other request with the key in afterwards, although the notification of its deletion has not arrived', async () => {
    const { context, organizationId } = harness
    const { apiKey, keyId } = await createKey(context, { organizationId })
    const grant = await authenticate(context, `Bearer ${apiKey}`)
    const client = await context.pool.connect()
    // Without the trigger that notifies.
    for (const text of ['begin', 'set local session_replication_role = replica']) await client.query(text)
    await client.query('delete from api_key where id = $1', [keyId])
    await client.query('commit')
    client.release()
    expect((await rejection(takeRequest(context, grant))).code).to.equal('unauthorized')
    expect((await rejection(authenticate(context, `Bearer ${apiKey}`))).code).to.equal('unauthorized')
  })

  it('leaves another process what it did not use', async () => {
    const { apiKey } = await createKey(harness.context, { organizationId: harness.organizationId })
    const grant = await authenticate(harness.context, `Bearer ${apiKey}`)
    const burst = async (context: Context, count: number) => {
      const states = await Promise.all(Array.from({ length: count }, () => takeRequest(context, grant)))
      return states.filter(({ allowed }) => allowed).length
    }
    expect(await burst(harness.context, 32)).to.equal(32)
    expect(await burst(await harness.another(), 100)).to.equal(100)
  })
})
