import { markdownOf } from '@carillon/admin'
import { verifyAccount, type WriteOptions } from '@carillon/service'
import { expect } from 'chai'
import { startWhole, type Whole } from '../whole.ts'
import { type Deviating, postWithoutId, readDeviations, writeDeviations } from './deviations.ts'
import { logins, operatorOf } from './operator.ts'

describe('verify', function () {
  // Videos are published to networks that process them, on a machine that may be busy.
  this.timeout(600_000)
  let whole: Whole
  let operator: ReturnType<typeof operatorOf>
  let video: Uint8Array

  before(async () => {
    whole = await startWhole()
    operator = operatorOf(whole)
    const sample = await fetch(`${whole.sandbox.url}/samples/video-540x960-4s.mp4`)
    video = new Uint8Array(await sample.arrayBuffer())
  })
  after(() => whole.close())
  afterEach(() => whole.sandboxCall('DELETE', '/faults'))

  /** Checks that need what the sandbox does not have, each with its reason. */
  const skipped: Readonly<Record<string, readonly string[]>> = {
    facebook: ['comment of the account: hide and show not_supported'],
    instagram: ['comment of the account: write The network allows only replies. Pass --comment ID.'],
    'instagram through facebook': ['comment of the account: write The network allows only replies. Pass --comment ID.'],
    youtube: ['comment of the account: hide and show not_supported'],
  }

  for (const { name } of logins) {
    it(`${name}: raises no false alarm, and makes every write that the network takes`, async () => {
      const accountId = await operator.connect(name)
      const report = await verifyAccount(whole.context, {
        accountId,
        publish: { ...(await operator.everything(name, accountId)), video },
      })
      expect(report.deviations, JSON.stringify(report.checks)).to.deep.equal([])
      expect(report.checks.filter(({ outcome }) => outcome === 'failed')).to.deep.equal([])
      expect(report.ok).to.equal(true)
      const left = report.checks.filter(({ outcome }) => outcome === 'skipped')
      expect(left.map(({ check, reason }) => `${check} ${reason}`)).to.deep.equal(skipped[name] ?? [])
      const library = /^(?:oauth|identity)\./
      const notCompared = report.operations.filter(({ compared, operation }) => !compared && !library.test(operation))
      expect(notCompared).to.deep.equal([])
      expect(await operator.leftovers(report.platform)).to.deep.equal([])
    })
  }

  /** Lets the network deviate, and holds what `verify` names against what is expected. */
  async function expectNamed(platform: string, rows: readonly Deviating[], options: WriteOptions | null) {
    for (const { fault } of rows) {
      const planned = await whole.sandboxCall('POST', '/faults', { network: platform, fault: 'deviate', ...fault })
      expect(planned.status, JSON.stringify(planned.body)).to.be.below(300)
    }
    const accountId = await operator.connect(platform)
    const report = await verifyAccount(whole.context, { accountId, publish: options })
    const expected = rows.map(({ fault: { operation }, expected: deviation }) => ({ operation, ...deviation }))
    const byOperation = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other))
    const found = report.deviations.map(({ value, ...deviation }) => {
      const isNamed = rows.some(
        ({ fault, expected: { value: known } }) => fault['operation'] === deviation.operation && known,
      )
      return { ...deviation, ...(isNamed && value !== undefined && { value }) }
    })
    expect([...found].sort(byOperation), JSON.stringify(report.checks)).to.deep.equal([...expected].sort(byOperation))
    expect(report.ok).to.equal(false)
  }

  for (const [platform, rows] of Object.entries(readDeviations)) {
    it(`${platform}: names every deviation of the reads, and nothing else`, () => expectNamed(platform, rows, null))
  }
  it('facebook: names a deviation that ends a check', () => expectNamed('facebook', [postWithoutId], null))
  for (const [platform, rows] of Object.entries(writeDeviations)) {
    it(`${platform}: names every deviation of the writes, and nothing else`, async () => {
      await expectNamed(platform, rows, await operator.everything(platform, await operator.connect(platform)))
    })
  }

  it('says that nothing arrives where the app is no longer subscribed', async () => {
    const accountId = await operator.connect('whatsapp')
    const fault = { network: 'whatsapp', fault: 'deviate', operation: 'subscriptions.list', field: 'data', value: [] }
    await whole.sandboxCall('POST', '/faults', fault)
    const report = await verifyAccount(whole.context, { accountId, publish: null })
    expect(report.deviations).to.deep.equal([])
    expect(report.checks.filter(({ outcome }) => outcome === 'failed')).to.deep.equal([
      {
        check: 'read the subscription',
        outcome: 'failed',
        reason: 'The app is not subscribed to the business account: no webhooks arrive.',
      },
    ])
  })

  it('writes nothing that the operator does not name, and says what it lacks', async () => {
    const accountId = await operator.connect('facebook')
    const nothing = { video: null, message: null, commentId: null, postId: null, adAccountId: null }
    const report = await verifyAccount(whole.context, { accountId, publish: { lasting: false, ...nothing } })
    const left = report.checks.filter(({ outcome }) => outcome === 'skipped')
    expect(left.map(({ check, reason }) => `${check} ${reason}`)).to.deep.equal([
      'comment of the account: hide and show not_supported',
      'create a paused campaign Requires an ad account. Pass --ad-account ID.',
      'publish: video Requires a video. Pass --video FILE.',
      'publish: reel Requires a video. Pass --video FILE.',
      'comment of another user: reply Requires a comment. Pass --comment ID.',
      'send a message Requires a recipient. Pass --recipient R.',
    ])
    expect(report.ok).to.equal(true)
  })

  it('writes a report that holds no secrets, no ids and nothing of what users wrote', async () => {
    const [account] = (await whole.call('GET', `/accounts?profileId=${whole.profileId}`)).body.accounts
    const report = await verifyAccount(whole.context, { accountId: account.accountId, publish: null })
    for (const text of [JSON.stringify(report), markdownOf(report)]) {
      for (const held of [account.accountId, account.providerId, account.displayName, account.displayIdentifier]) {
        if (held) expect(text).to.not.include(held)
      }
      for (const secret of Object.entries(whole.sandbox.environment).filter(([name]) => /SECRET|KEY/.test(name))) {
        expect(text).to.not.include(secret[1])
      }
    }
  })
})
