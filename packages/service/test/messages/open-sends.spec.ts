import type { AccountRow } from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { type Context, resolveWrite } from '../../src/index.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

interface Listed {
  id: string
  status: string
  providerId: string | null
  body: string
}

const text = 'See you at seven.'

describe('a message that is read from the network while its sending is open', () => {
  let harness: Harness
  let network: FakeMessages
  let account: AccountRow
  /** Every id that a list has contained. */
  let seen: Set<string>

  beforeEach(async () => {
    network = new FakeMessages()
    harness = await startHarness({ registry: withPorts({ instagram: { messages: network.port } }) })
    account = await harness.connect({ platform: 'instagram' })
    seen = new Set()
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })

  /** The messages, among which are all that were listed before. */
  async function list(context: Context = harness.context): Promise<Listed[]> {
    const { messages } = bodyOf(
      await ask(context, 'messages.list', { scope: scope(), query: { accountId: account.id } }),
    )
    const ids = messages.map(({ id }: Listed) => id)
    expect(ids).to.include.members([...seen])
    seen = new Set(ids)
    return messages
  }

  async function send(context: Context = harness.context, body = text): Promise<Listed> {
    const message = { platform: account.platform, accountId: account.id, recipient: 'ada', text: body }
    return bodyOf(await ask(context, 'messages.send', { scope: scope(), body: message }))
  }

  /** Begins a send that the network has taken; `answer` lets its response arrive. */
  async function begin(context?: Context) {
    const [taken, response] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    network.afterSend.push(() => {
      taken.resolve()
      return response.promise
    })
    const sent = send(context)
    sent.catch(() => {})
    await taken.promise
    return { sent, answer: response.resolve, reject: response.reject }
  }

  const shown = (messages: Listed[]) => messages.map(({ status, providerId }) => `${status} ${providerId}`)

  it('is listed once, under one id from the beginning', async () => {
    const { sent, answer } = await begin()
    const [open] = await list()
    expect(shown(await list())).to.deep.equal(['unknown null'])
    answer()
    expect(await sent).to.include({ id: open?.id, status: 'sent', providerId: 'm-1' })
    expect(shown(await list())).to.deep.equal(['sent m-1'])
  })

  /** Continues what dead processes left open, as workers do once the leases are over. */
  async function recover(context: Context): Promise<void> {
    // The time in which the network may still take the message is over, too.
    const past = "now() - interval '1 minute'"
    await context.pool.query(
      `update external_write set wake_at = ${past}, settle_at = ${past} where wake_at is not null`,
    )
    await sweepWrites(context)
    while ((await runJobs(context, 'write.run')) > 0);
  }

  // The moments of a write of one call, and what becomes of the message: before the call begins it is sent by another process.
  const deaths = {
    'write.claimed': 'sent m-1',
    'intent.stored': 'failed null',
    'before the response': 'sent m-1',
    'commit.responded': 'sent m-1',
    'finish.next': 'sent m-1',
  }
  for (const [place, outcome] of Object.entries(deaths)) {
    it(`is listed once when the process that sends it dies: ${place}`, async () => {
      const died = Promise.withResolvers<void>()
      const die = () => {
        died.resolve()
        return new Promise<void>(() => {})
      }
      const checkpoint = (name: string) => (name === place ? die() : undefined)
      const dying = await harness.another({ ...harness.overrides, checkpoint })
      if (place === 'before the response') network.afterSend.push(die)
      void send(dying).catch(() => {})
      await died.promise
      const open = await list()
      expect(await list()).to.deep.equal(open)
      const [only, ...more] = open
      expect(more).to.deep.equal([])
      network.findable = true
      await recover(harness.context)
      expect(shown(await list())).to.deep.equal([outcome])
      expect([...seen]).to.deep.equal([only?.id])
    })
  }

  it('is listed once for each of two sends with the same text, whichever response comes first', async () => {
    const first = await begin()
    const second = await begin()
    expect(shown(await list())).to.deep.equal(['unknown null', 'unknown null'])
    second.answer()
    expect(await second.sent).to.include({ providerId: 'm-2' })
    expect(await list()).to.have.length(2)
    first.answer()
    expect(await first.sent).to.include({ providerId: 'm-1' })
    expect(shown(await list()).sort()).to.deep.equal(['sent m-1', 'sent m-2'])
  })

  /** Sends, messages of the user, reads and responses in an order that the seed decides. */
  async function shuffle(seed: number): Promise<void> {
    let state = seed
    const pick = (count: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % count
    }
    const open: Awaited<ReturnType<typeof begin>>[] = []
    const ended: Promise<unknown>[] = []
    const end = () => {
      const [one] = open.splice(pick(open.length), 1)
      if (!one) return
      if (pick(4) === 0) one.reject(new ProviderError('provider_error', undefined, 'rejected'))
      else one.answer()
      ended.push(one.sent.catch(() => {}))
    }
    const acts = [
      async () => void open.push(await begin()),
      async () => void network.add('ada', { direction: 'outbound', body: text }),
      async () => void (await list()),
      async () => {
        end()
        await Promise.all(ended)
      },
    ]
    for (let step = 0; step < 24; step++) await acts[pick(acts.length)]?.()
    while (open.length > 0) end()
    await Promise.all(ended)
  }

  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`is listed once, whatever order sends, reads and responses have: ${seed}`, async () => {
      await shuffle(seed)
      await list()
      const messages = await list()
      const held = (network.conversations.get('ada') ?? []).map(({ providerId }) => providerId)
      expect(messages.flatMap(({ providerId }) => providerId ?? [])).to.have.members(held)
      expect(messages.filter(({ status }) => status === 'unknown')).to.deep.equal([])
    })
  }

  it('is listed beside one that the user wrote in the network itself', async () => {
    const { sent, answer } = await begin()
    const own = network.conversations.get('ada') ?? []
    // The network lists the other one first, and the send only later.
    network.conversations.set('ada', [])
    network.add('ada', { direction: 'outbound', body: text })
    const [open] = await list()
    network.conversations.get('ada')?.push(...own)
    expect(shown(await list()).sort()).to.deep.equal(['sent m-1', 'unknown null'])
    answer()
    expect(await sent).to.include({ id: open?.id, providerId: 'm-1' })
    expect(shown(await list()).sort()).to.deep.equal(['sent m-1', 'sent m-2'])
  })

  it('is no longer taken for a send that failed', async () => {
    const { sent, reject } = await begin()
    network.conversations.set('ada', [])
    network.add('ada', { direction: 'outbound', body: text })
    const [open] = await list()
    reject(new ProviderError('provider_error', undefined, 'rejected'))
    await sent.catch(() => {})
    const messages = await list()
    expect(shown(messages).sort()).to.deep.equal(['failed null', 'sent m-2'])
    expect(messages.find(({ status }) => status === 'failed')).to.include({ id: open?.id })
  })

  for (const decided of ['m-1', 'm-2']) {
    it(`stays the same when an operator decides that it is ${decided} of two that it could be`, async () => {
      const { sent, reject } = await begin()
      network.add('ada', { direction: 'outbound', body: text })
      const [one, other] = await list()
      reject(new ProviderError('provider_error', undefined, 'indeterminate'))
      while (!(await settled(sent))) await runJobs(harness.context, 'write.run')
      expect(shown(await list()).map((each) => each.split(' ')[0])).to.have.members(['unknown', 'sent'])
      const unknown = one?.status === 'unknown' ? one : other
      await resolveWrite(harness.context, { writeId: unknown?.id ?? '', providerId: decided })
      const messages = await list()
      expect(messages.find(({ id }) => id === unknown?.id)).to.include({ status: 'sent', providerId: decided })
      expect(shown(messages).sort()).to.deep.equal(['sent m-1', 'sent m-2'])
    })
  }
})

async function settled(promise: Promise<unknown>): Promise<boolean> {
  const ended = promise.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, new Promise<false>((next) => setImmediate(() => next(false)))])
}
