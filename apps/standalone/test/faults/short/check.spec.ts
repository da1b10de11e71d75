import { expect } from 'chai'
import { type FaultKind, judge } from '../check.ts'
import { newOrder, type Order } from '../client.ts'
import { networksNamed } from '../networks.ts'

type Row = Parameters<typeof judge>[0]['rows'][number]
type Held = { id: string; text: string }

const at = new Date('2026-11-20T12:00:00Z')
const published: Row = {
  ...{
    id: 'write-1',
    kind: 'publish',
    request_id: 'no0z.0',
    status: 'succeeded',
    wake_at: null,
    provider_ids: ['post-1'],
    error: null,
  },
  ...{ attempt: 1, crash_count: 0, outcomes: ['succeeded'], created_at: at, updated_at: at },
}
const failed = (code: string, more: Partial<Row> = {}): Row => ({
  ...published,
  ...{ status: 'failed', provider_ids: [], error: { code, message: code } },
  ...more,
})
/** A failure of which nothing was sent, so many seconds after its request. */
const unsent = (kind: string, seconds: number) =>
  failed('provider_error', { kind, attempt: 0, outcomes: [], updated_at: new Date(at.getTime() + seconds * 1000) })
const post: Held = { id: 'post-1', text: 'no0z' }

function faultsOf(rows: Row[], held: Held[], told: Partial<Order> = {}, interrupted: string[] = []): FaultKind[] {
  const [network] = networksNamed(['x'])
  const variant = network?.variants.find(({ name }) => name === 'text')
  if (network === undefined || variant === undefined) throw new Error('there are no texts on x')
  const order = { ...newOrder({ mark: 'no0z', network, variant, accountId: 'account-1' }), ...told }
  const { faults } = judge({
    orders: [order],
    rows,
    oracle: new Map([['no0z', held]]),
    interrupted: new Set(interrupted),
  })
  return (Object.keys(faults) as FaultKind[]).filter((kind) => faults[kind].length > 0)
}

/** What journal, network and customer say of one order, and which faults the harness has to see in it. */
const cases: [title: string, found: FaultKind[], rows: Row[], held: Held[], told?: Partial<Order>][] = [
  ['a post that is there once', [], [published], [post], { publishIds: ['write-1'] }],
  ['a post that is there twice', ['doubled'], [published], [post, { ...post, id: 'post-2' }]],
  ['a post that is not there', ['lost', 'wrongIds'], [published], []],
  ['a post that no publish knows of', ['lost'], [], [post]],
  ['a publish that the customer was told of and that is gone', ['lost'], [], [], { publishIds: ['write-1'] }],
  ['another id than that of the post', ['wrongIds'], [{ ...published, provider_ids: ['post-2'] }], [post]],
  ['a publish that does not end', ['unfinished'], [{ ...published, status: 'processing', wake_at: at }], []],
  ['a publish of which nobody knows', ['unknown'], [{ ...published, status: 'unknown' }], [post]],
  ['a failed publish whose post is there', ['failedButThere'], [failed('provider_rejected')], [post]],
  ['a failure that is our own', ['ownFailure'], [failed('internal_error')], []],
  ['an expired connection', ['ownFailure'], [failed('connection_expired')], []],
  ['the silence of a network that responds', ['healthyFailure'], [failed('provider_error')], []],
  ['a lost call that left nothing', [], [failed('provider_error', { outcomes: ['absent'] })], []],
  ['a reply that nobody could send while its client waited', [], [unsent('comment.create', 31)], []],
  ['a reply that nobody sent', ['healthyFailure'], [unsent('comment.create', 5)], []],
  ['a publish that nobody sent', ['healthyFailure'], [unsent('publish', 31)], []],
  ['a rejection by the network', [], [failed('provider_rejected')], []],
  ['an order that nothing was accepted of', [], [], []],
]

describe('the checker of the fault harness', () => {
  for (const [title, found, rows, held, told] of cases) {
    it(`sees ${found.length === 0 ? 'no fault' : found.join(' and ')} in ${title}`, () => {
      expect(faultsOf(rows, held, told)).to.have.members(found)
    })
  }

  it('sees no fault in a connection that expired after its token refresh was interrupted', () => {
    expect(faultsOf([failed('connection_expired')], [], {}, ['account-1'])).to.deep.equal([])
    expect(faultsOf([failed('connection_expired')], [], {}, ['account-2'])).to.deep.equal(['ownFailure'])
    expect(faultsOf([failed('internal_error')], [], {}, ['account-1'])).to.deep.equal(['ownFailure'])
  })
})
