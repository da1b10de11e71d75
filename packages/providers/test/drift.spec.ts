import { expect } from 'chai'
import nock from 'nock'
import { callNetwork } from '../src/call-network.ts'
import { type Expectation, noteUnexpected, noteUnpromised } from '../src/drift.ts'
import { readDialect } from '../src/facebook/errors.ts'
import { facebookResponses } from '../src/facebook/responses.ts'
import { readVideoStatus } from '../src/facebook/video-status.ts'
import { instagramResponses } from '../src/instagram/responses.ts'
import type { Drift, FieldReport } from '../src/reported-drift.ts'
import { xResponses } from '../src/x/responses.ts'
import { youtubeResponses } from '../src/youtube/responses.ts'
import { accountCall, appCall, graph, pageId, publishCall } from './facebook/network.ts'
import { failureOf, intercept } from './fake-call.ts'

/** A call that keeps what is reported. */
function watched() {
  const drifts: Drift[] = []
  return { drifts, call: appCall({ noteDrift: (drift) => void drifts.push(drift) }) }
}

const operation = 'posts.list'

function reported(body: unknown, expects: Expectation): Drift[] {
  const { drifts, call } = watched()
  noteUnexpected(call, { operation, expects }, { json: () => body })
  return drifts
}

describe('responses that differ from the documentation', () => {
  it('are reported for an unknown value, at any depth, and not for a known one', () => {
    const expects = { 'data?[].state?': ['on', 'off'] }
    expect(reported({ data: [{ state: 'on' }, { state: 'new_state' }, {}] }, expects)).to.deep.equal([
      { kind: 'unknown_value', field: 'data[].state', operation, value: 'new_state' },
    ])
    expect(reported({}, expects)).to.deep.equal([])
  })

  it('are reported for a missing field, of each item of a list, once', () => {
    const expects = { id: 'id', 'data[].id': 'id' } as const
    expect(reported({ id: '1', data: [{ id: '2' }, { id: null }, {}] }, expects)).to.deep.equal([
      { kind: 'missing_field', field: 'data[].id', operation },
    ])
    expect(reported({ id: '1', data: [] }, expects)).to.deep.equal([])
    expect(reported({ id: '1' }, expects)).to.deep.equal([{ kind: 'missing_field', field: 'data', operation }])
  })

  it('are looked for in the first 1,000 items and unexpected fields, as users choose the servers of Bluesky', () => {
    let reads = 0
    const counted = (name: string) => Object.defineProperty({}, name, { enumerable: true, get: () => ++reads })
    const expects = { 'data[].likes?': 'number', 'data[].values?[].at': 'number' } as const
    const items = Array.from({ length: 5_000 }, () => counted('likes'))
    expect(reported({ data: items }, { 'data[].likes?': 'number' })).to.deep.equal([])
    expect(reads).to.equal(1_000)
    reads = 0
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x${at}`, 0]))
    for (const name of Object.keys(fields)) {
      Object.defineProperty(fields, name, { enumerable: true, get: () => ++reads })
    }
    expect(reported({ data: [fields] }, expects)).to.deep.equal([])
    expect(reads).to.equal(1_000)
    expect(reported({ data: [{ [`likes_${'x'.repeat(100_000)}`]: 1 }] }, expects)).to.deep.equal([])
    const inner = Array.from({ length: 2_000 }, () => ({ values: [counted('at'), counted('at')] }))
    reads = 0
    expect(reported({ data: inner }, { 'data[].values?[].at': 'number' })).to.deep.equal([])
    expect(reads).to.equal(1_000)
  })

  it('are reported for a body that is not JSON', () => {
    const { drifts, call } = watched()
    const page = { json: () => JSON.parse('<html>') }
    noteUnexpected(call, { operation, expects: { id: 'id' } }, page)
    expect(drifts).to.deep.equal([{ kind: 'missing_field', field: 'id', operation }])
  })

  const renamed = (field: string, value: string) => ({ kind: 'renamed_field', field, operation, value })

  it('are reported for what may be absent, where a field with a similar name and such a value is present', () => {
    const expects = { 'data[].created_time?': 'time', 'data[].owner?.id': 'id', 'data[].likes?': 'count' } as const
    const time = '2026-11-23T10:00:00Z'
    for (const [name, other] of [
      ['created_time', 'createdTime'],
      ['created_time', 'created_at'],
      ['created_time', 'craeted_time'],
    ] as const) {
      expect(reported({ data: [{ [other]: time }, {}] }, expects)).to.deep.equal([renamed(`data[].${name}`, other)])
    }
    expect(reported({ data: [{ owners: { id: '1' } }] }, expects)).to.deep.equal([renamed('data[].owner', 'owners')])
    expect(reported({ data: [{ like_count: 3 }] }, expects)).to.deep.equal([renamed('data[].likes', 'like_count')])
  })

  it('are not reported for another field with a similar name and other values, or where one item has the old name', () => {
    const expects = { 'data[].created_time?': 'time', 'data[].likes?': 'count', 'data[].like_time?': 'time' } as const
    const time = '2026-11-23T10:00:00Z'
    for (const item of [
      { created_at: 1_795_000_000 },
      { created_by: 'somebody' },
      { updated_time: time },
      { like_time: time },
      { created_time: null, created_at: time },
    ]) {
      expect(reported({ data: [item] }, expects), JSON.stringify(item)).to.deep.equal([])
    }
    const pages = { 'meta.next_token?': 'text', 'repostCount?': 'number' } as const
    expect(reported({ meta: { previous_token: 'a' }, postCount: 3 }, pages)).to.deep.equal([])
    expect(reported({ data: [{ created_at: time }, { created_time: time }] }, expects)).to.deep.equal([])
  })

  it('are not reported for what may be absent, nor for what is required of it then', () => {
    const expects = { 'owner?.id': 'id', 'note?': 'text' } as const
    expect(reported({}, expects)).to.deep.equal([])
    expect(reported({ owner: null, note: null }, expects)).to.deep.equal([])
    expect(reported({ owner: {} }, expects)).to.deep.equal([{ kind: 'missing_field', field: 'owner.id', operation }])
  })

  const samples: [Expectation[string], good: unknown[], bad: [unknown, string][]][] = [
    ['text', ['', 'a'], [[1, 'number']]],
    ['id', ['1', 1], [[true, 'boolean']]],
    ['number', [0, 1.5], [['1', 'string']]],
    [
      'count',
      [3, '3', '-1.5'],
      [
        ['three', 'string'],
        [[], 'list'],
      ],
    ],
    [
      'boolean',
      [true, false],
      [
        ['true', 'string'],
        [1, 'number'],
      ],
    ],
    [
      'object',
      [{}],
      [
        [[], 'list'],
        ['{}', 'string'],
      ],
    ],
    ['list', [[]], [[{}, 'object']]],
    [
      'time',
      ['2026-11-22T10:00:00+0000', '2026-11-22T10:00:00.123Z'],
      [
        ['yesterday', 'string'],
        [1_795_000_000, 'number'],
      ],
    ],
  ]
  for (const [kind, good, bad] of samples) {
    it(`are reported for another type than ${kind}`, () => {
      for (const value of good) expect(reported({ value }, { value: kind }), String(value)).to.deep.equal([])
      for (const [value, type] of bad) {
        expect(reported({ value }, { value: kind }), String(value)).to.deep.equal([
          { kind: 'wrong_type', field: 'value', operation, value: type },
        ])
      }
    })
  }

  it('are reported once for a value whose fields are documented and that is not an object', () => {
    const expects = { 'data[].owner.id': 'id', 'data[].owner.name': 'text', 'data[].owner': 'object' } as const
    expect(reported({ data: [{ owner: 'Robin' }, { owner: { id: '1', name: 'a' } }] }, expects)).to.deep.equal([
      { kind: 'wrong_type', field: 'data[].owner', operation, value: 'string' },
    ])
  })

  it('are reported for an object where a list is documented', () => {
    expect(reported({ data: { id: '1' } }, { 'data[].id': 'id' })).to.deep.equal([
      { kind: 'wrong_type', field: 'data', operation, value: 'object' },
    ])
  })

  it('never carry free text, which could be a user’s', () => {
    const [drift] = reported({ state: 'Robin Example, 12 High Street' }, { state: ['on'] })
    expect(drift).to.deep.equal({ kind: 'unknown_value', field: 'state', operation })
  })

  it('come with the fields that a response had', () => {
    const seen: FieldReport[] = []
    const call = { noteDrift() {}, noteFields: (report: FieldReport) => void seen.push(report) }
    const expects = { id: 'id', 'note?': 'text' } as const
    noteUnexpected(call, { operation, expects }, { json: () => ({ id: '1' }) })
    expect(seen).to.deep.equal([{ operation, fields: ['id', 'note?'], seen: ['id'] }])
  })

  const documented = {
    x: xResponses,
    facebook: facebookResponses,
    instagram: instagramResponses,
    youtube: youtubeResponses,
  }

  /** What is reported besides fields, of a response of a network. */
  function unpromised(
    platform: keyof typeof documented,
    operation: string,
    { status = 200, headers = {}, body = {} }: { status?: number; headers?: Record<string, string>; body?: unknown },
  ): Drift[] {
    const { drifts, call } = watched()
    const promises = documented[platform]
    const expected = { operation, expects: promises.fields[operation], promises }
    noteUnpromised(call, expected, { status, headers: new Headers(headers), json: () => body })
    return drifts
  }

  it('are reported for a report whose every figure is absent, and not for an empty one', () => {
    const entry = { name: 'views', period: 'day' }
    const operation = 'insights.get'
    expect(unpromised('instagram', operation, { body: { data: [{ ...entry, total: { value: 7 } }] } })).to.deep.equal([
      { kind: 'missing_figures', field: 'data[].total_value.value', operation },
    ])
    expect(unpromised('instagram', operation, { body: { data: [{ ...entry, total_value: { value: 0 } }] } })).to.be
      .empty
    expect(unpromised('instagram', operation, { body: { data: [] } })).to.be.empty
  })

  it('are reported for another status of success', () => {
    expect(unpromised('youtube', 'channels.list', { status: 202 })).to.deep.equal([
      { kind: 'unknown_status', field: 'status', operation: 'channels.list', value: '202' },
    ])
    expect(unpromised('youtube', 'videos.delete', { status: 204 })).to.be.empty
  })

  it('are reported for headers of limits that are missing', () => {
    const limits = { 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': '1795000000' }
    expect(unpromised('x', 'posts.list', { headers: limits })).to.be.empty
    expect(unpromised('x', 'posts.list', {}).map(({ kind, field }) => [kind, field])).to.deep.equal([
      ['missing_header', 'x-rate-limit-remaining'],
      ['missing_header', 'x-rate-limit-reset'],
    ])
    expect(unpromised('facebook', 'ads.account.get', {}).map(({ kind }) => kind)).to.deep.equal(['missing_header'])
    expect(unpromised('facebook', 'ads.account.get', { headers: { 'x-app-usage': '{}' } })).to.be.empty
  })

  describe('of a call', () => {
    intercept()
    const request = { method: 'GET', url: `${graph}/v25.0/me`, operation } as const

    it('are reported for an error code that no rule knows, and not for a known one or a 5xx', async () => {
      const { drifts, call } = watched()
      for (const [status, code] of [
        [400, 98_765],
        [400, 190],
        [503, 98_765],
      ] as const) {
        nock(graph).get('/v25.0/me').reply(status, { error: { code } })
        await failureOf(callNetwork(call, readDialect, request))
      }
      expect(drifts).to.deep.equal([{ kind: 'unknown_error', field: 'error', operation, value: '400.98765' }])
    })

    it('are reported of a video whose state is new, which is then waited for', async () => {
      const { drifts, call } = watched()
      nock(graph)
        .get('/v25.0/98')
        .query(true)
        .reply(200, { status: { video_status: 'remixing' } })
      const status = await readVideoStatus(publishCall({}, accountCall({}, call)), { videoId: '98', pageId })
      expect(status).to.include({ published: false, failure: null })
      expect(drifts.map(({ field, value }) => [field, value])).to.deep.equal([['status.video_status', 'remixing']])
    })
  })
})
