import { type AccountRow, findAccountForWorker, readCredential } from '@carillon/database'
import type { ConnectPort, Names } from '@carillon/providers'
import { expect } from 'chai'
import { callAccount } from '../src/call-account.ts'
import { refreshCredentials } from '../src/credentials/refresh-credentials.ts'
import { type Harness, startHarness } from './harness.ts'
import { withPorts } from './with-ports.ts'

describe('the names of an account that a network reports when its token is refreshed', () => {
  let harness: Harness
  let names: Names | undefined
  before(async () => {
    const refresh: ConnectPort['refresh'] = async () => ({
      credentials: { token: 1 },
      tokenExpiresAt: null,
      ...(names && { names }),
    })
    harness = await startHarness({ registry: withPorts({ bluesky: { connect: { refresh } as ConnectPort } }) })
  })
  after(() => harness.close())

  /** Runs `change` with a new account, whose names are old. Returns its names then, and the types of its events. */
  async function changed(change: (account: AccountRow) => Promise<unknown>) {
    const { context } = harness
    const { id } = await harness.connect({ platform: 'bluesky', credentials: { token: 0 } })
    await context.pool.query("update account set display_identifier = 'old', display_name = 'Old' where id = $1", [id])
    const account = await findAccountForWorker(context.db, id)
    if (!account) throw new Error('the account was connected')
    await change(account)
    const now = await findAccountForWorker(context.db, id)
    const { rows } = await context.pool.query<{ type: string }>(
      'select type from event_outbox where object_id = $1 union all select type from event where object_id = $1',
      [id],
    )
    return [now?.displayIdentifier, now?.displayName, rows.map(({ type }) => type)]
  }

  /** Refreshes the tokens of a new account, as `changed`. */
  function refresh(reported: Names | undefined) {
    names = reported
    return changed(async (account) => {
      const { generation: seen = 0 } = (await readCredential(harness.context.db, account.id)) ?? {}
      await refreshCredentials(harness.context, { account, requestId: 'test', seen })
    })
  }

  /** Makes a call whose response contains the names of a new account, as `changed`. */
  const read = (reported: Names) =>
    changed((account) => {
      const options = { account, requestId: 'test', signal: new AbortController().signal }
      return callAccount(harness.context, options, async (call) => call.noteNames?.(reported))
    })

  it('are stored, with an event', async () => {
    const renamed = await refresh({ displayIdentifier: 'new', displayName: 'New' })
    expect(renamed).to.deep.equal(['new', 'New', ['account.updated']])
  })

  it('are kept without an event if they are the same or not reported', async () => {
    const kept = ['old', 'Old', []]
    expect(await refresh({ displayIdentifier: 'old', displayName: 'Old' })).to.deep.equal(kept)
    expect(await refresh({ displayIdentifier: null, displayName: null })).to.deep.equal(kept)
    expect(await refresh(undefined)).to.deep.equal(kept)
  })

  it('are stored as well if a response that was read for another purpose contains them', async () => {
    expect(await read({ displayIdentifier: null, displayName: 'New' })).to.deep.equal([
      'old',
      'New',
      ['account.updated'],
    ])
    expect(await read({ displayIdentifier: 'new', displayName: null })).to.deep.equal([
      'new',
      'Old',
      ['account.updated'],
    ])
    expect(await read({ displayIdentifier: 'old', displayName: null })).to.deep.equal(['old', 'Old', []])
  })
})
