import { type AccountRow, findAccountForWorker, readCredential } from '@carillon/database'
import type { ConnectPort, Granted, Names } from '@carillon/providers'
import { expect } from 'chai'
import { callAccount } from '../src/call-account.ts'
import { refreshCredentials } from '../src/credentials/refresh-credentials.ts'
import { type Harness, startHarness } from './harness.ts'
import { withPorts } from './with-ports.ts'

describe('the names and scopes of an account that a network reports when its token is refreshed', () => {
  let harness: Harness
  let names: Names | undefined
  let granted: Granted | undefined
  /** Runs while the network refreshes the token. */
  let meanwhile: () => Promise<unknown>
  before(async () => {
    const refresh: ConnectPort['refresh'] = async () => {
      await meanwhile()
      return {
        credentials: { token: 1 },
        tokenExpiresAt: null,
        ...(granted && { granted }),
        ...(names && { names }),
      }
    }
    harness = await startHarness({ registry: withPorts({ bluesky: { connect: { refresh } as ConnectPort } }) })
  })
  after(() => harness.close())
  beforeEach(() => {
    names = undefined
    granted = undefined
    meanwhile = async () => undefined
  })

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

  /**
   * Refreshes the token of a new account that was granted `read` and `write`. Returns its scopes, those that are missing,
   * and the types of its events.
   */
  async function refreshScopes(reported: Granted | undefined) {
    granted = reported
    let id = ''
    const [, , types] = await changed(async (account) => {
      id = account.id
      const { db, pool } = harness.context
      await pool.query("update account set scopes = '{read,write}', missing_scopes = '{}' where id = $1", [id])
      const { generation: seen = 0 } = (await readCredential(db, id)) ?? {}
      const stored = { ...account, scopes: ['read', 'write'], missingScopes: [] }
      await refreshCredentials(harness.context, { account: stored, requestId: 'test', seen })
    })
    const now = await findAccountForWorker(harness.context.db, id)
    return [now?.scopes, now?.missingScopes, types]
  }

  it('show a scope that was taken away or added', async () => {
    const fewer = { scopes: ['read'], missingScopes: ['write'] }
    expect(await refreshScopes(fewer)).to.deep.equal([['read'], ['write'], ['account.updated']])
    const more = ['read', 'write', 'more']
    expect(await refreshScopes({ scopes: more, missingScopes: [] })).to.deep.equal([more, [], ['account.updated']])
  })

  it('keep the scopes without an event if they are not reported, or in another order', async () => {
    const kept = [['read', 'write'], [], []]
    expect(await refreshScopes(undefined)).to.deep.equal(kept)
    expect(await refreshScopes({ scopes: ['write', 'read'], missingScopes: [] })).to.deep.equal(kept)
  })

  it('begin no transaction unless they have changed', async () => {
    const { turns } = harness.context.db
    const take = turns.take.bind(turns)
    let begun = 0
    turns.take = (key, work) => {
      begun++
      return take(key, work)
    }
    const same = { displayIdentifier: 'old', displayName: null }
    names = same
    await refreshScopes({ scopes: ['write', 'read'], missingScopes: [] })
    await read(same)
    expect(begun).to.equal(0)
    names = { ...same, displayName: 'New' }
    await refreshScopes({ scopes: ['read'], missingScopes: ['write'] })
    expect(begun).to.equal(2)
    turns.take = take
  })

  it('keep the scopes of an authorization that was stored meanwhile', async () => {
    meanwhile = () => harness.context.pool.query('update credential set generation = generation + 1')
    expect(await refreshScopes({ scopes: ['read'], missingScopes: ['write'] })).to.deep.equal([
      ['read', 'write'],
      [],
      [],
    ])
  })
})
