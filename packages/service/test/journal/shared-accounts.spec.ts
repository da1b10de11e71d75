import {
  type AccountRow,
  deleteAccounts,
  findAccountForWorker,
  readExternalWrite,
  replaceCredential,
  upsertAccount,
} from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { createOrganization } from '../../src/index.ts'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

describe('equal writes of a social account that is connected in two organizations', () => {
  let harness: Harness
  let accounts: [AccountRow, AccountRow]
  /** The ids of the replies that the social network holds. */
  let held: string[]
  /** What the next calls do, one after the other: their request or their response is lost. */
  let losses: ('request' | 'response' | null)[]
  /** What calls wait for after the network has accepted them. */
  let responding: Promise<void>
  let accepted: PromiseWithResolvers<void>
  /** What probes wait for after they have read which replies belong to others. */
  let probing: () => Promise<void>

  const kind = replyKind({
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    async send() {
      const loss = losses.shift() ?? null
      const id = `reply-${held.length + 1}`
      if (loss !== 'request') held.push(id)
      if (loss !== null) throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      accepted.resolve()
      await responding
      return id
    },
    async find(_call, { claimed }) {
      await probing()
      const found = held.find((id) => !claimed.has(id))
      return found === undefined ? { kind: 'absent' } : { kind: 'done', result: found }
    },
  })

  /** Connects a social account in the default profile of a new organization. */
  async function connectIn(name: string, providerId: string): Promise<AccountRow> {
    const { context } = harness
    const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name })
    const now = context.now()
    const row = accountRow({ organizationId, profileId, platform: 'bluesky', now })
    const id = await upsertAccount(context.db, { ...row, providerId })
    const ciphertext = encryptCredentials(context.encryption, id, {})
    await replaceCredential(context.db, { accountId: id, ciphertext, expiresAt: null, refreshedAt: now })
    return (await findAccountForWorker(context.db, id)) as AccountRow
  }

  before(async () => {
    const kindOf = (name: string) => (name === kind.name ? kind : undefined)
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf })
    accounts = [await connectIn('One', 'did:plc:shared'), await connectIn('Two', 'did:plc:shared')]
  })
  after(() => harness.close())
  beforeEach(async () => {
    await harness.context.pool.query('delete from external_write')
    ;[held, losses, responding, accepted] = [[], [], Promise.resolve(), Promise.withResolvers()]
    probing = async () => {}
  })

  const run = (writeId: string) => runWrite(harness.context, { writeId, signal: new AbortController().signal })

  async function queue(account: AccountRow): Promise<string> {
    const { context } = harness
    const payload = { accountId: account.id, profileId: account.profileId, message: 'Thanks' }
    return (
      await enqueueWrite(context, await newWrite(context, { kind, account, grant: null, requestId: 'test', payload }))
    ).id
  }

  const endOf = async (id: string) => {
    const row = await readExternalWrite(harness.context.db, id)
    return [row?.status, ...(row?.providerIds ?? [])]
  }

  it('do not take what one has created for that of the other, whose request was lost', async () => {
    const [first, second] = [await queue(accounts[0]), await queue(accounts[1])]
    losses = [null, 'request']
    for (const id of [first, second, second]) await run(id)
    expect(await endOf(first)).to.deep.equal(['succeeded', 'reply-1'])
    expect(await endOf(second)).to.deep.equal(['failed'])
  })

  it('do not take what one has created that was disconnected and connected again since', async () => {
    const [made] = [await connectIn('Three', 'did:plc:again')]
    const first = await queue(made)
    await run(first)
    expect(await endOf(first)).to.deep.equal(['succeeded', 'reply-1'])
    const { context } = harness
    await deleteAccounts(context.db, [made.id])
    const { organizationId, profileId } = made
    const row = accountRow({ organizationId, profileId, platform: 'bluesky', now: context.now() })
    const id = await upsertAccount(context.db, { ...row, providerId: made.providerId })
    const ciphertext = encryptCredentials(context.encryption, id, {})
    const at = context.now()
    await replaceCredential(context.db, { accountId: id, ciphertext, expiresAt: null, refreshedAt: at })
    losses = ['request']
    const second = await queue({ ...made, id })
    for (let turn = 0; turn < 2; turn++) await run(second)
    expect(await endOf(second)).to.deep.equal(['failed'])
  })

  it('do not both take the only one that arrived', async () => {
    const ids = [await queue(accounts[0]), await queue(accounts[1])]
    losses = ['response', 'request']
    for (const id of ids) await run(id)
    const both = Promise.withResolvers<void>()
    let probes = 0
    probing = () => {
      if (++probes === 2) both.resolve()
      return both.promise
    }
    await Promise.all(ids.map(run))
    const ends = (await Promise.all(ids.map(endOf))).toSorted()
    expect(ends).to.deep.equal([['succeeded', 'reply-1'], ['unknown']])
  })

  it('do not take what one has created before its response has arrived', async () => {
    const [first, second] = [await queue(accounts[0]), await queue(accounts[1])]
    losses = ['request', null]
    await run(first)
    const response = Promise.withResolvers<void>()
    responding = response.promise
    const running = run(second)
    await accepted.promise
    await run(first)
    expect(await endOf(first)).to.deep.equal(['processing'])
    response.resolve()
    await running
    await run(first)
    expect(await endOf(second)).to.deep.equal(['succeeded', 'reply-1'])
    expect(await endOf(first)).to.deep.equal(['failed'])
  })
})
