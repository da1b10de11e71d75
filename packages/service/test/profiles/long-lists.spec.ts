import { Turns } from '@carillon/database'
import { expect } from 'chai'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the list of very many profiles', () => {
  let harness: Harness
  beforeEach(async () => {
    harness = await startHarness()
  })
  afterEach(() => harness.close())

  /** Stores profiles with metadata of so many characters, several of the same moment. */
  async function store(count: number, characters: number): Promise<void> {
    await harness.context.pool.query(
      `insert into profile (id, organization_id, name, metadata, created_at, updated_at)
        select gen_random_uuid(), $1, 'Profile ' || n, jsonb_build_object('text', repeat('x', $3)), at, at
        from generate_series(1, $2) as n, lateral (select '2999-01-01Z'::timestamptz + n / 3 * interval '1 s' as at) as time`,
      [harness.organizationId, count, characters],
    )
  }

  const list = (query: Record<string, string | number> = {}) =>
    ask(harness.context, 'profiles.list', { scope: { organizationId: harness.organizationId, profileId: null }, query })

  it('has each profile once without a limit', async () => {
    await store(1_200, 1)
    const { profiles } = bodyOf(await list())
    expect(profiles).to.have.length(1_201)
    expect(new Set(profiles.map(({ id }: { id: string }) => id)).size).to.equal(1_201)
    const { profiles: first, nextCursor } = bodyOf(await list({ limit: 100 }))
    expect(profiles.slice(0, 100)).to.deep.equal(first)
    const rest = bodyOf(await list({ cursor: nextCursor }))
    expect([rest.profiles, rest.nextCursor]).to.deep.equal([profiles.slice(100), null])
  })

  it('asks for a limit where one response would take the memory of a gateway', async () => {
    await store(2_100, 16_000)
    const error = await rejection(list())
    expect([error.code, error.status]).to.deep.equal(['invalid_request', 400])
    expect(error.message).to.equal(
      'limit: the profiles are too large for one response, more than 32000000 characters: read them in pages, with limit',
    )
    expect(bodyOf(await list({ limit: 100 })).profiles).to.have.length(100)
  })
})

describe('the read of a list', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  /** Reads a list while all turns of the organization are taken. */
  function readBehind(lists: Turns, signal: AbortSignal): Promise<unknown> {
    const { context, organizationId } = harness
    const busy = { ...context, state: { ...context.state, lists } }
    return ask(busy, 'profiles.list', { scope: { organizationId, profileId: null }, signal })
  }

  it('is to be sent again if it does not get its turn in time', async () => {
    const lists = new Turns({ waitMs: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const others = lists.take(harness.organizationId, () => promise)
    const error = await rejection(readBehind(lists, new AbortController().signal))
    expect([error.code, error.retryAfter]).to.deep.equal(['temporarily_unavailable', 1])
    resolve()
    await others
    await readBehind(lists, new AbortController().signal)
  })

  it('is to be sent again if the time of its request is over before', async () => {
    const late = AbortSignal.abort(new DOMException('The time is over.', 'TimeoutError'))
    expect((await rejection(readBehind(new Turns(), late))).code).to.equal('temporarily_unavailable')
  })

  it('is not made for a client that has left', async () => {
    const left = new Error('left')
    const reading = readBehind(new Turns(), AbortSignal.abort(left)).catch((thrown: unknown) => thrown)
    expect(await reading).to.equal(left)
  })
})
