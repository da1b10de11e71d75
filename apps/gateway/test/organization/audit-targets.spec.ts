import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationId } from '@carillon/contract'
import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

interface Target {
  type: string
  id: string
}

const campaign = { id: '120', name: 'Spring', status: 'paused', adSetId: '121', ads: [] }

/** Responses of operations whose objects have ids of their network. */
const bodies: Partial<Record<OperationId, object>> = {
  'ads.campaigns.create': { campaign },
  'ads.accounts.create': { adAccount: { id: 'act_981', name: 'Bakery' } },
  'ads.status.update': { id: '121', kind: 'adset', status: 'active', effectiveStatus: 'active' },
  'comments.create': { platform: 'instagram', comment: { id: '1784' } },
}

describe('the targets of an audit entry', () => {
  let gateway: TestGateway
  let reader: TestGateway
  before(async () => {
    const useCases = Object.fromEntries(
      Object.entries(bodies).map(([id, body]) => [id, async () => ({ status: 201, body })]),
    )
    gateway = await startGateway({ replace: (own) => ({ useCases: { ...own.useCases, ...useCases } }) })
    reader = await startGateway({ installation: gateway.installation, real: true })
  })
  after(async () => {
    await reader.close()
    await gateway.close()
  })

  const addProfile = () => reader.ask('POST', '/api/v1/profiles', { json: { name: 'Bakery' } })

  /** The targets of the one request of this operation, but for the account and profile that it names. */
  async function targetsOf(action: OperationId, path: string, { method = 'POST', json = {} } = {}): Promise<Target[]> {
    const reply = await gateway.ask(method, `/api/v1${path}`, { json })
    expect(reply.status, reply.text).to.equal(201)
    for (let times = 0; times < 100; times++, await sleep(50)) {
      const { body } = await reader.ask('GET', `/api/v1/audit-log?action=${action}`)
      const [entry] = body['entries'] as { targets: Target[]; outcome: { status: number | null } }[]
      if (entry?.outcome.status === 201)
        return entry.targets.filter(({ type }) => type !== 'account' && type !== 'profile')
    }
    expect.fail(`${action} has no entry`)
  }

  it('have the campaign that was created, and the ad account', async () => {
    const accountId = gateway.installation.accounts.facebook
    const json = {
      accountId,
      adAccountId: 'act_981',
      name: 'Spring',
      postIds: ['1_2'],
      countries: ['SE'],
      dailyBudget: 500,
    }
    expect(await targetsOf('ads.campaigns.create', '/ads/campaigns', { json })).to.have.deep.members([
      { type: 'ad_account', id: 'act_981' },
      { type: 'campaign', id: '120' },
    ])
  })

  it('have the ad account that was created', async () => {
    const accountId = gateway.installation.accounts.facebook
    const json = { accountId, businessId: '1', name: 'Bakery', currency: 'EUR', timezoneId: 1 }
    expect(await targetsOf('ads.accounts.create', '/ads/accounts', { json })).to.deep.equal([
      { type: 'ad_account', id: 'act_981' },
    ])
  })

  it('have the object whose status was set, with its kind', async () => {
    const json = {
      accountId: gateway.installation.accounts.facebook,
      adAccountId: 'act_981',
      id: '121',
      status: 'active',
    }
    expect(await targetsOf('ads.status.update', '/ads/status', { method: 'PUT', json })).to.have.deep.members([
      { type: 'ad_account', id: 'act_981' },
      { type: 'ad_set', id: '121' },
    ])
  })

  it('have the comment that was written, and the one to which it replies', async () => {
    const accountId = gateway.installation.accounts.instagram
    const json = { platform: 'instagram', accountId, parentId: '1783', message: 'Hi' }
    expect(await targetsOf('comments.create', '/comments', { json })).to.have.deep.members([
      { type: 'comment', id: '1783' },
      { type: 'comment', id: '1784' },
    ])
  })

  it('have every key that was deleted, and the profiles to which a new one is bound', async () => {
    const create = async (json: object, by: unknown = gateway.installation.key) =>
      (await reader.ask('POST', '/api/v1/keys', { json: { name: 'Robot', ...json }, authorization: `Bearer ${by}` }))
        .body
    const parent = await create({})
    const child = await create({}, parent['apiKey'])
    await reader.ask('DELETE', `/api/v1/keys/${parent['keyId']}`)
    const profileIds = [gateway.installation.profileId, String((await addProfile()).body['id'])]
    const bound = await create({ profileIds })
    const actionsOn = async (id: unknown) => {
      const { body } = await reader.ask('GET', `/api/v1/audit-log?targetId=${id}`)
      return (body['entries'] as { action: string }[]).map(({ action }) => action)
    }
    for (let times = 0; times < 100 && (await actionsOn(bound['keyId'])).length === 0; times++) await sleep(50)
    expect(await actionsOn(child['keyId'])).to.have.members(['keys.create', 'keys.delete'])
    expect(await actionsOn(parent['keyId'])).to.have.members(['keys.create', 'keys.delete'])
    expect(await actionsOn(profileIds[1])).to.include('keys.create')
  })
})
