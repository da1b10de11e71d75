import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  findAccountForWorker,
  replaceCredential,
  setAccountStatus,
  transaction,
  upsertAccount,
} from '@carillon/database'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { completeConnection } from '../../src/index.ts'
import { ask } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('an account that is disconnected while it is connected again', () => {
  let harness: Harness
  const network = new FakeConnect()

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: { connect: network.port } }) })
  })
  after(() => harness.close())

  async function untilBlocked(): Promise<void> {
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await harness.context.pool.query(blocked)).rowCount === 0) await sleep(20)
  }

  it('waits for the authorization, and neither fails', async () => {
    const { context, organizationId, profileId } = harness
    const account = await harness.connect({ platform: 'bluesky' })
    const { id, platform, providerId } = account
    const stored = await transaction(context.db, async (tx) => {
      const row = accountRow({ organizationId, profileId, platform, now: context.now() })
      await upsertAccount(tx, { ...row, id: randomUUIDv7(), providerId, displayName: 'Again', scopes: ['write'] })
      const scope = { organizationId, profileId: null }
      const ended = ask(context, 'accounts.disconnect', { scope, params: { profileId, accountId: id } })
      const disconnected = ended.then(({ status }) => status, String)
      await untilBlocked()
      const ciphertext = encryptCredentials(context.encryption, id, { token: 'new' })
      await replaceCredential(tx, { accountId: id, ciphertext, expiresAt: null, refreshedAt: context.now() })
      return { disconnected }
    })
    expect(await stored.disconnected).to.equal(200)
    expect(await findAccountForWorker(context.db, id)).to.equal(undefined)
  })

  it('as one of several, in any order, does not fail either', async () => {
    const { context, organizationId, profileId } = harness
    const [first, second] = [
      await harness.connect({ platform: 'bluesky' }),
      await harness.connect({ platform: 'bluesky' }),
    ]
    const scope = { organizationId, profileId: null }
    await ask(context, 'connections.start', { scope, params: { profileId }, body: { platform: 'bluesky' } })
    const identities = [second, first].map(({ providerId }) => identity(providerId, { providerId }))
    network.outcomes.push({ identities, select: false })
    const expire = { status: 'expired', at: context.now() } as const
    const completed = await transaction(context.db, async (tx) => {
      await setAccountStatus(tx, first.id, expire)
      const call = { requestId: 'callback', signal: new AbortController().signal }
      const ended = completeConnection(context, { platform: 'bluesky', parameters: { state: network.state }, ...call })
      await untilBlocked()
      await setAccountStatus(tx, second.id, expire)
      return { ended }
    })
    expect(await completed.ended).to.include({ status: 'completed' })
    for (const { id } of [first, second]) {
      expect(await findAccountForWorker(context.db, id)).to.include({ status: 'connected' })
    }
  })
})
