import { findAccountForWorker, readCredential } from '@carillon/database'
import type { ConnectPort, Names } from '@carillon/providers'
import { expect } from 'chai'
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

  /** Refreshes the tokens of a new account. Returns its names, and the types of its events. */
  async function refresh(reported: Names | undefined) {
    names = reported
    const { context } = harness
    const account = await harness.connect({ platform: 'bluesky', credentials: { token: 0 } })
    await context.pool.query("update account set display_identifier = 'old', display_name = 'Old' where id = $1", [
      account.id,
    ])
    const { generation: seen = 0 } = (await readCredential(context.db, account.id)) ?? {}
    await refreshCredentials(context, { account, requestId: 'test', seen })
    const now = await findAccountForWorker(context.db, account.id)
    const { rows } = await context.pool.query<{ type: string }>(
      'select type from event_outbox where object_id = $1 union all select type from event where object_id = $1',
      [account.id],
    )
    return [now?.displayIdentifier, now?.displayName, rows.map(({ type }) => type)]
  }

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
})
