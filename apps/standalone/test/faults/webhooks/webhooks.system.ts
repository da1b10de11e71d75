import { expect } from 'chai'
import { planForReplies } from '../inject-faults.ts'
import { networksNamed } from '../networks.ts'
import { judgeWebhooks, type WebhookEvidence, type WebhookFaults } from './check-webhooks.ts'
import type { Got } from './receivers.ts'
import { runWebhooks } from './run-webhooks.ts'

const event = (id: string, type: string, of: { object: string; sequence?: number; data?: object }) => ({
  ...{ id, type, accountId: 'account', sequence: of.sequence ?? 1, data: of.data ?? {} },
  object: { type: type.split('.')[0], id: of.object },
})
const published = event('one', 'publish.published', { object: 'p', data: { postIds: ['post'] } })
const created = event('two', 'comment.created', { object: 'comment' })
const sent = event('three', 'message.sent', { object: 'm', data: { providerId: 'message' } })
const write = (kind: 'publish' | 'comment.create' | 'message.send', id: string, providerId: string) => ({
  ...{ kind, id, account_id: 'account', status: 'succeeded', provider_ids: [providerId] },
})
const got = (times = 1, more: Partial<Got> = {}): Got => ({ times, bodies: new Set(['x']), lastAt: 0, ...more })
const arrived = () => new Map([published, created, sent].map(({ id }) => [id, got()]))

const whole: WebhookEvidence = {
  writes: [
    write('publish', 'p', 'post'),
    write('comment.create', 'c', 'comment'),
    write('message.send', 'm', 'message'),
  ],
  feed: [published, created, sent],
  held: [
    { kind: 'publish', id: 'post' },
    { kind: 'comment.create', id: 'comment' },
    { kind: 'message.send', id: 'message' },
  ],
  endpoints: [
    { id: 'e', name: 'all', types: ['*'], endedAt: null },
    { id: 'd', name: 'deleted', types: ['*'], endedAt: 1_000 },
  ],
  delivered: new Map([['e', new Set(['one', 'two', 'three'])]]),
  got: (name) => (name === 'all' ? arrived() : new Map([['one', got(1, { lastAt: 500 })]])),
}

const faultsIn = (evidence: Partial<WebhookEvidence>) =>
  Object.entries<string[]>({ ...judgeWebhooks({ ...whole, ...evidence }) })
    .filter(([, found]) => found.length > 0)
    .map(([kind]) => kind as keyof WebhookFaults)

const withGot = (change: (all: Map<string, Got>) => void): WebhookEvidence['got'] => {
  const all = arrived()
  change(all)
  return (name) => (name === 'all' ? all : new Map())
}

describe('feed, journal, deliveries and networks', () => {
  const cases: Record<string, { evidence: Partial<WebhookEvidence>; faults: (keyof WebhookFaults)[] }> = {
    'that are the same': { evidence: {}, faults: [] },
    'with an event that is missing': {
      evidence: { feed: [published, created] },
      faults: ['journal', 'networks', 'deliveries'],
    },
    'with two events of one change': {
      evidence: {
        feed: [
          ...whole.feed,
          event('four', 'publish.published', { object: 'p', sequence: 2, data: { postIds: ['post'] } }),
        ],
      },
      faults: ['journal', 'networks', 'deliveries'],
    },
    'with other ids of a post': {
      evidence: { feed: [{ ...published, data: { postIds: ['other'] } }, created, sent] },
      faults: ['journal', 'networks'],
    },
    'with an event that is listed twice': {
      evidence: { feed: [...whole.feed, created] },
      faults: ['feed', 'journal', 'networks'],
    },
    'with a number that is left out': {
      evidence: { feed: [published, created, { ...sent, sequence: 2 }] },
      faults: ['feed'],
    },
    'with a message that the feed lacks': {
      evidence: { held: [...whole.held, { kind: 'message.send', id: 'unseen' }] },
      faults: ['networks'],
    },
    'with an event that did not arrive': {
      evidence: { got: withGot((all) => all.delete('two')) },
      faults: ['deliveries'],
    },
    'with an event that nobody raised': {
      evidence: { got: withGot((all) => all.set('nine', got())) },
      faults: ['deliveries'],
    },
    'with bytes that changed': {
      evidence: { got: withGot((all) => all.set('two', got(2, { bodies: new Set(['x', 'y']) }))) },
      faults: ['deliveries'],
    },
    'with a delivery that the database does not know': { evidence: { delivered: new Map() }, faults: ['deliveries'] },
    'with a delivery after the end of its endpoint': {
      evidence: { got: (name) => (name === 'all' ? arrived() : new Map([['one', got(1, { lastAt: 6_001 })]])) },
      faults: ['ended'],
    },
  }
  for (const [name, { evidence, faults }] of Object.entries(cases)) {
    it(`are compared: those ${name}`, () => expect(faultsIn(evidence)).to.have.members(faults))
  }

  // The short version with a fixed seed; `npm run test:faults -- --only webhooks` is the long one.
  it('are the same after processes died, connections ended and responses were lost', async () => {
    const result = await runWebhooks({
      ...{ seed: 4, writes: 18, gateways: 2, workers: 2, customers: 8, networkFaultScale: 1, maxCalmMs: 180_000 },
      networks: networksNamed(['facebook', 'instagram']),
      plan: { ...planForReplies({ kills: 0, pgRestarts: 0 }), workerKills: 1, gatewayKills: 1, terminations: 1 },
    })
    expect(result.faults, JSON.stringify(result)).to.deep.equal({
      ...{ journal: [], feed: [], networks: [], deliveries: [], ended: [] },
    })
    expect(Object.values(result.open), JSON.stringify(result)).to.deep.equal([0, 0, 0, 0])
    expect(result.arrived['all'], JSON.stringify(result)).to.be.at.least(result.events)
  })
})
