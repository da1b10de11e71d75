import type { AdAccount } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { type CallContext, ProviderError, type Registry, registry as real } from '@carillon/providers'
import { expect } from 'chai'
import { type Context, createContext } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a change to an ad account after which the database fails', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  let accountId: string
  /** What the network does once the database is gone. */
  let respond: (call: CallContext) => Partial<AdAccount> | Promise<Partial<AdAccount>>

  before(async () => {
    const updateAdAccount = async (call: CallContext) => {
      flaky.goDown()
      return respond(call)
    }
    const registry: Registry = {
      async adapter(platform) {
        const adapter = await real.adapter(platform)
        const ads = { missingScopes: () => [], updateAdAccount }
        return { ...adapter, credentials: { parse: (stored: object) => stored }, ads } as unknown as typeof adapter
      },
    }
    harness = await startHarness({ registry })
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const log = createLogger({ name: 'test', level: 'silent' })
    context = await createContext({ ...harness.context.config, databaseUrl: flaky.url }, { log, registry })
    accountId = (await harness.connect({ platform: 'facebook' })).id
  })
  after(async () => {
    await context.close()
    await flaky.close()
    await harness.close()
  })
  beforeEach(() => flaky.comeUp())

  const update = () =>
    ask(context, 'ads.accounts.update', {
      scope: { organizationId: harness.organizationId, profileId: null },
      params: { adAccountId: 'act_1' },
      body: { accountId, name: 'Lindqvist' },
    })

  it('has succeeded, and is not called safe to send again', async () => {
    respond = () => ({ id: 'act_1', name: 'Lindqvist' })
    expect(bodyOf(await update()).adAccount).to.deep.equal({ id: 'act_1', name: 'Lindqvist' })
  })

  it('has succeeded although it used up a limit, which could not be stored', async () => {
    respond = async (call) => {
      await call.pauseLimit('ad_account:act_1', 60)
      return { id: 'act_1', name: 'Lindqvist' }
    }
    expect(bodyOf(await update()).adAccount).to.deep.equal({ id: 'act_1', name: 'Lindqvist' })
  })

  it('fails with the reason of the network', async () => {
    respond = () => {
      throw new ProviderError('provider_rejected', 'The name is not allowed.', 'rejected')
    }
    expect((await rejection(update())).code).to.equal('provider_rejected')
  })
})
