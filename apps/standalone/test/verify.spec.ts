import { markdownOf } from '@carillon/admin'
import { type Deviation, verifyAccount } from '@carillon/service'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

interface Login {
  platform: string
  name: string
  body?: Record<string, unknown>
}

const logins: readonly Login[] = [
  { platform: 'facebook', name: 'facebook' },
  { platform: 'instagram', name: 'instagram', body: { authMethod: 'instagram_login' } },
  { platform: 'instagram', name: 'instagram through facebook', body: { authMethod: 'facebook_login' } },
  { platform: 'tiktok', name: 'tiktok' },
  { platform: 'youtube', name: 'youtube' },
  { platform: 'x', name: 'x' },
  { platform: 'bluesky', name: 'bluesky', body: { handle: 'ada.test' } },
]

describe('verify', function () {
  this.timeout(120_000)
  let whole: Whole
  let video: Uint8Array

  before(async () => {
    whole = await startWhole()
    const sample = await fetch(`${whole.sandbox.url}/samples/video-540x960-4s.mp4`)
    video = new Uint8Array(await sample.arrayBuffer())
  })
  after(() => whole.close())
  afterEach(() => whole.sandboxCall('DELETE', '/faults'))

  /** Both logins of a network may reach the same account, so that it is connected anew each time. */
  async function verify(name: string, publish: Parameters<typeof verifyAccount>[1]['publish'] = null) {
    const { platform, body = {} } = logins.find((login) => login.name === name) ?? expect.fail(name)
    return verifyAccount(whole.context, { accountId: await whole.connect(platform, { body }), publish })
  }

  for (const { name } of logins) {
    it(`${name}: raises no false alarm, and writes what each network takes`, async () => {
      const report = await verify(name, { lasting: true, video })
      expect(report.deviations, JSON.stringify(report.checks)).to.deep.equal([])
      expect(report.checks.filter(({ outcome }) => outcome === 'failed')).to.deep.equal([])
      expect(report.ok).to.equal(true)
      const library = /^(?:oauth|identity)\./
      const notCompared = report.operations.filter(({ compared, operation }) => !compared && !library.test(operation))
      expect(notCompared).to.deep.equal([])
      expect(report.checks.filter(({ check }) => check.startsWith('publish: '))).to.have.length.of.at.least(1)
    })
  }

  /** How a network deviates, by operations of the reads; each with what the report must say of it, and nothing else. */
  const deviations: Record<
    string,
    readonly { fault: Record<string, unknown>; expected: Omit<Deviation, 'operation'> }[]
  > = {
    facebook: [
      {
        fault: { operation: 'posts.get', field: 'id' },
        expected: { kind: 'missing_field', field: 'id' },
      },
      {
        fault: { operation: 'comments.list', field: 'data[].created_time', value: 1_795_000_000 },
        expected: { kind: 'wrong_type', field: 'data[].created_time', value: 'number' },
      },
      {
        fault: { operation: 'ads.account.list', field: 'data[].account_status', value: 77 },
        expected: { kind: 'unknown_value', field: 'data[].account_status', value: '77' },
      },
      {
        fault: { operation: 'conversations.list', field: 'data[].updated_time', rename: 'updated_at' },
        expected: { kind: 'missing_field', field: 'data[].updated_time' },
      },
      {
        fault: {
          operation: 'ads.form.list',
          respond: { status: 400, body: { error: { code: 98_765, message: 'no' } } },
        },
        expected: { kind: 'unknown_error', field: 'error', value: '400.98765.98' },
      },
    ],
    instagram: [
      {
        fault: { operation: 'posts.list', field: 'data[].media_type', value: 'HOLOGRAM' },
        expected: { kind: 'unknown_value', field: 'data[].media_type', value: 'HOLOGRAM' },
      },
      {
        fault: { operation: 'comments.list', field: 'data[].timestamp', rename: 'created_at' },
        expected: { kind: 'missing_field', field: 'data[].timestamp' },
      },
      {
        fault: { operation: 'conversations.list', field: 'data', value: { items: [] } },
        expected: { kind: 'wrong_type', field: 'data', value: 'object' },
      },
      {
        fault: {
          operation: 'insights.get',
          respond: { status: 400, body: { error: { code: 98_765, message: 'no' } } },
        },
        expected: { kind: 'unknown_error', field: 'error', value: '400.98765' },
      },
    ],
    tiktok: [
      {
        fault: { operation: 'posts.list', times: 1, field: 'data.videos[].item_id', rename: 'video_id' },
        expected: { kind: 'missing_field', field: 'data.videos[].item_id' },
      },
      {
        fault: { operation: 'comments.list', field: 'data.comments[].owner', value: 'yes' },
        expected: { kind: 'wrong_type', field: 'data.comments[].owner', value: 'string' },
      },
      {
        fault: {
          operation: 'properties.list',
          respond: { status: 200, body: { code: 49_876, message: 'no', data: {}, request_id: '1' } },
        },
        expected: { kind: 'unknown_error', field: 'error', value: '400.49876' },
      },
    ],
    youtube: [
      {
        fault: { operation: 'videos.list', field: 'items[].id' },
        expected: { kind: 'missing_field', field: 'items[].id' },
      },
      {
        fault: { operation: 'commentThreads.list', field: 'items[].snippet.totalReplyCount', value: 'many' },
        expected: { kind: 'wrong_type', field: 'items[].snippet.totalReplyCount', value: 'string' },
      },
      {
        fault: { operation: 'reports.query', field: 'columnHeaders[].name', rename: 'title' },
        expected: { kind: 'missing_field', field: 'columnHeaders[].name' },
      },
      {
        fault: {
          operation: 'playlistItems.list',
          times: 1,
          respond: { status: 418, body: { error: { code: 418, errors: [{ reason: 'teapot', domain: 'kitchen' }] } } },
        },
        expected: { kind: 'unknown_error', field: 'error' },
      },
    ],
    x: [
      {
        fault: { operation: 'posts.list', field: 'data[].public_metrics.like_count', rename: 'favorite_count' },
        expected: { kind: 'missing_field', field: 'data[].public_metrics.like_count' },
      },
    ],
    bluesky: [
      {
        fault: { operation: 'com.atproto.repo.listRecords', field: 'records[].value', value: 'gone' },
        expected: { kind: 'wrong_type', field: 'records[].value', value: 'string' },
      },
    ],
  }

  for (const [platform, rows] of Object.entries(deviations)) {
    it(`${platform}: names every deviation, and nothing else`, async () => {
      for (const { fault } of rows) {
        const planned = await whole.sandboxCall('POST', '/faults', { network: platform, fault: 'deviate', ...fault })
        expect(planned.status, JSON.stringify(planned.body)).to.be.below(300)
      }
      const report = await verify(platform)
      const expected = rows.map(({ fault: { operation }, expected: deviation }) => ({ operation, ...deviation }))
      const byOperation = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other))
      const found = report.deviations.map(({ value, ...deviation }) => {
        const isNamed = rows.some(
          ({ fault, expected: { value: known } }) => fault['operation'] === deviation.operation && known,
        )
        return { ...deviation, ...(isNamed && value !== undefined && { value }) }
      })
      expect([...found].sort(byOperation)).to.deep.equal([...expected].sort(byOperation))
      expect(report.ok).to.equal(false)
    })
  }

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
