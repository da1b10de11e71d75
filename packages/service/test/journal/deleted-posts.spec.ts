import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, type ExternalWriteRow, insertExternalWrite, readExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { ask } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('a publish whose response was lost', () => {
  let harness: Harness
  let account: AccountRow
  let network: FakeNetwork
  let clockMs: number

  beforeEach(async () => {
    clockMs = 0
    network = new FakeNetwork()
    const deletePost = {
      async delete(_call: unknown, postId: string) {
        network.posts = network.posts.filter(({ id }) => id !== postId)
      },
    }
    harness = await startHarness({
      registry: withPorts({ bluesky: { publish: network.port, deletePost } }),
      now: () => new Date(Date.now() + clockMs),
    })
    account = await harness.connect({ platform: 'bluesky' })
  })
  afterEach(() => harness.close())

  async function store(): Promise<string> {
    const id = randomUUIDv7()
    const { context, organizationId, profileId } = harness
    const state = network.port.begin({ writeId: id, items: 1, now: context.now(), random: (n) => new Uint8Array(n) })
    await insertExternalWrite(context.db, {
      ...{ id, kind: 'publish', organizationId, profileId, accountId: account.id, platform: 'bluesky' },
      ...{ requestId: 'test', payload: JSON.stringify({ text: 'hello' }), state: JSON.stringify(state) },
      ...{ wakeAt: context.now(), createdAt: context.now() },
    })
    return id
  }
  const read = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow
  const run = (id: string) => runWrite(harness.context, { writeId: id, signal: new AbortController().signal })

  async function runToEnd(id: string): Promise<ExternalWriteRow> {
    for (;;) {
      const row = await read(id)
      if (row.wakeAt === null) return row
      clockMs += Math.max(0, row.wakeAt.getTime() - harness.context.now().getTime())
      await run(id)
    }
  }
  async function remove(postId: string): Promise<void> {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const query = { platform: 'bluesky', accountId: account.id }
    const { status } = await ask(harness.context, 'posts.delete', { scope, params: { postId }, query })
    expect(status).to.equal(204)
  }

  it('is not sent again after its post was deleted by the API, as it would be public again', async () => {
    network.moods = ['accept-then-drop']
    const id = await store()
    await run(id)
    await remove(String(network.posts[0]?.id))
    const { status, error } = await runToEnd(id)
    expect([status, network.posts]).to.deep.equal(['unknown', []])
    expect(error?.message).to.include('deleted meanwhile')
  })

  it('is sent again after a post of another publish was deleted, and one was deleted before', async () => {
    const [before, other] = [await store(), await store()]
    for (const id of [before, other]) await runToEnd(id)
    await remove(String((await read(before)).providerIds[0]))
    await remove('of the app of the network')
    clockMs += 1_000
    network.moods = ['drop-before']
    const id = await store()
    await run(id)
    await remove(String((await read(other)).providerIds[0]))
    expect(await runToEnd(id)).to.include({ status: 'succeeded' })
    expect(network.posts).to.have.length(1)
  })
})
