import { expect } from 'chai'
import type { OpenCommit } from '../../src/index.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import type { State } from '../../src/instagram/publish-state.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { advance, begun, drive } from './drive.ts'
import { accountId, carouselPost, publishCall, singlePost } from './network.ts'
import { container, media, rejection } from './responses.ts'
import { operationsOf, type SimulatedResponse, simulate } from './simulated.ts'

const prepared: State = { ...begun, items: ['1788'] }

function commit(state: Partial<State> = {}) {
  return instagramPublish.commit(publishCall(), { ...prepared, ...state } as State, 'media_publish')
}

/** The state after a commit that Instagram rejected without any effect; null if the write ends with the rejection. */
async function afterRejected(state: Partial<State> = {}): Promise<State | null | undefined> {
  const error = await failureOf(commit(state))
  expect(error).to.include({ outcome: 'rejected' })
  return instagramPublish.afterRejection?.({ ...prepared, ...state } as State, error)
}

describe('the call that makes an Instagram post public', () => {
  intercept()

  it('is one, and its id is kept', async () => {
    const sent = simulate()
    expect(await commit()).to.deep.equal({ ...prepared, mediaId: '17900000000000009' })
    expect(operationsOf(sent)).to.equal('publish')
  })

  it('pauses when Instagram is not ready for it, longer each time, five times', async () => {
    const early: SimulatedResponse = [400, rejection(9007, 2207027)]
    simulate({ publish: [early] })
    const state = { ...prepared, early: 3, rest: true }
    expect(await afterRejected({ early: 2 })).to.deep.equal(state)
    const step = await advance(publishCall(), state)
    expect(step).to.deep.equal({ kind: 'wait', state: { ...state, rest: false }, seconds: 3, accepted: false })
    expect(await afterRejected({ early: 5 })).to.equal(null)
  })

  it('ends where it is always too early', async () => {
    const sent = simulate({ publish: [[400, rejection(9007, 2207027)]] })
    expect(await failureOf(drive(publishCall()))).to.have.property('code', 'provider_error')
    expect(sent.filter(({ operation }) => operation === 'publish')).to.have.length(6)
  })

  for (const [code, subcode] of [
    [24, 2207006],
    [24, 2207008],
    [-2, 2207020],
    [-1, 2207032],
  ] as const) {
    it(`starts again when Instagram has lost the container (${code}/${subcode})`, async () => {
      simulate({ publish: [[400, rejection(code, subcode)]] })
      expect(await afterRejected()).to.deep.equal({ ...begun, renewals: 1 })
      expect(await afterRejected({ renewals: 2 })).to.equal(null)
    })
  }

  it("tells the account's own limit when it is reached", async () => {
    const sent = simulate({ publish: [[403, rejection(9, 2207042, 'Posting limit reached.')]] })
    const error = await failureOf(commit())
    expect(error).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    expect(error).to.have.property('message').that.contains('50 of the 50 posts that Instagram allows within 24 hours')
    expect(sent[1]).to.deep.include({
      path: `/v25.0/${accountId}/content_publishing_limit`,
      query: { fields: 'quota_usage,config' },
    })
  })

  it('reports the limit without numbers if they cannot be read', async () => {
    for (const limit of [[400, rejection(10)], { data: [] }, 'drop'] as const) {
      simulate({ publish: [[403, rejection(9, 2207042)]], limit: [limit as SimulatedResponse] })
      const error = await failureOf(commit())
      expect(error).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      expect(error).to.have.property('message').that.contains('within 24 hours')
    }
  })

  const failures: [string, SimulatedResponse, object][] = [
    ['a token that ended', [400, rejection(190, 463)], { code: 'connection_expired', outcome: 'rejected' }],
    ['a permission that is missing', [403, rejection(10)], { code: 'connection_expired', outcome: 'rejected' }],
    ['an account blocked as spam', [400, rejection(4, 2207051)], { code: 'provider_rejected', outcome: 'rejected' }],
    ['throttling', [429, rejection(80002)], { code: 'rate_limited', outcome: 'rejected' }],
    ['a server that failed', [500, rejection(2)], { code: 'provider_error', outcome: 'indeterminate' }],
    ['a passing trouble', [400, rejection(-1, 2207001)], { code: 'provider_error', outcome: 'indeterminate' }],
    ['a page in between', [502, '<html>'], { code: 'provider_error', outcome: 'indeterminate' }],
    ['a broken connection', 'drop', { code: 'provider_error', outcome: 'indeterminate' }],
    ['a response without an id', {}, { code: 'provider_error', outcome: 'indeterminate' }],
    ['half a response', [200, '{"id": "179'], { code: 'provider_error', outcome: 'indeterminate' }],
  ]
  for (const [name, response, expected] of failures) {
    it(`after ${name} is ${JSON.stringify(expected)}`, async () => {
      const sent = simulate({ publish: [response] })
      expect(await failureOf(commit())).to.include(expected)
      expect(operationsOf(sent)).to.equal('publish')
    })
  }
})

describe('publishing an Instagram container again', () => {
  intercept()

  const lost = { since: '2026-11-20T12:00:01.500Z', claimed: [] }
  const rejections: [number, number | undefined][] = [
    [9007, 2207027],
    [24, 2207006],
    [100, undefined],
    [-1, 2207032],
  ]
  for (const [code, subcode] of rejections) {
    it(`finds out by a rejection (${code}/${subcode}) that the first call arrived after all`, async () => {
      const sent = simulate({ publish: [[400, rejection(code, subcode)]], status: [container('PUBLISHED')] })
      expect(await commit({ lost })).to.deep.equal({ ...prepared, lost, out: true })
      expect(operationsOf(sent)).to.equal('publish status')
    })
  }

  const unshown: [string, SimulatedResponse][] = [
    ['gone', [400, rejection(100, 33)]],
    ['being published', container('IN_PROGRESS')],
    ['not to be read', [503, '<html>']],
  ]
  for (const [name, status] of unshown) {
    it(`makes no new containers while the old one may be out, as it is ${name}`, async () => {
      simulate({ publish: [[400, rejection(24, 2207006)]], status: [status] })
      expect(await failureOf(commit({ lost }))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    })
  }

  it('does not fail with a rejection that may mean that the container is out while that cannot be read', async () => {
    for (const [code, subcode] of [[100], [9007, 2207027]] as const) {
      simulate({ publish: [[400, rejection(code, subcode)]], status: [[503, '<html>']] })
      const error = await failureOf(commit({ lost, early: 5 }))
      expect(error).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
  })

  for (const [code, subcode] of [
    [24, 2207006],
    [100, 33],
  ] as const) {
    it(`is repeated if the container is gone (${code}/${subcode}), so that it is not taken for failed`, async () => {
      simulate({ status: [[400, rejection(code, subcode)]] })
      const step = await advance(publishCall(), { ...prepared, lost })
      expect(step).to.deep.equal({ kind: 'commit', step: 'media_publish' })
    })
  }

  it('takes a rejection for one when the container is not out', async () => {
    simulate({ publish: [[400, rejection(100)]] })
    expect(await failureOf(commit({ lost }))).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    simulate({ publish: [[400, rejection(-1, 2207032)]], status: [container('ERROR', '2207032')] })
    expect(await afterRejected({ lost })).to.deep.equal({ ...begun, renewals: 1 })
  })
})

describe('an Instagram post whose response was lost', () => {
  intercept()

  const startedAt = new Date('2026-11-20T12:00:01.500Z')
  const open: OpenCommit = { step: 'media_publish', startedAt, claimed: new Set(['claimed-1']), linksFetched: true }
  const known = { since: '2026-11-20T12:00:01.500Z', claimed: ['claimed-1'] }

  function reconcile(state: Partial<State> = {}, post = singlePost()) {
    return instagramPublish.reconcile(publishCall(post), { ...prepared, ...state } as State, open)
  }

  const verdicts: [string, object, object][] = [
    ['PUBLISHED', container('PUBLISHED'), { kind: 'done', state: { ...prepared, lost: known, out: true } }],
    ['FINISHED', container('FINISHED'), { kind: 'again', state: { ...prepared, lost: known } }],
    ['EXPIRED', container('EXPIRED'), { kind: 'again', state: { ...begun, renewals: 1 } }],
    ['ERROR', container('ERROR', '2207032'), { kind: 'again', state: { ...begun, renewals: 1 } }],
  ]
  for (const [name, status, verdict] of verdicts) {
    it(`is ${JSON.stringify((verdict as { kind: string }).kind)} by a container that is ${name}`, async () => {
      const sent = simulate({ status: [status] })
      expect(await reconcile()).to.deep.equal(verdict)
      expect(operationsOf(sent)).to.equal('status')
      expect(sent[0]?.path).to.equal('/v25.0/1788')
    })
  }

  it("is known by the carousel's container, not by an item's", async () => {
    const sent = simulate()
    await reconcile({ items: ['1', '2', '3'], ready: true, carousel: '99' }, carouselPost())
    expect(sent[0]?.path).to.equal('/v25.0/99')
  })

  it('remembers the first time and every post that was claimed since', async () => {
    simulate()
    const lost = { since: '2026-11-20T11:59:00.000Z', claimed: ['claimed-0', 'claimed-1'] }
    expect(await reconcile({ lost }))
      .to.have.nested.property('state.lost')
      .that.deep.equals({
        since: '2026-11-20T11:59:00.000Z',
        claimed: ['claimed-0', 'claimed-1'],
      })
  })

  it('cannot be determined if the container is gone', async () => {
    simulate({ status: [[400, rejection(24, 2207006)]] })
    expect(await reconcile()).to.have.property('kind', 'undecidable')
  })

  it('stays open for ten minutes while Instagram does not show the container', async () => {
    simulate({ status: [[400, rejection(100, 33)]] })
    expect(await failureOf(reconcile())).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    const call = { ...publishCall(), now: () => new Date(startedAt.getTime() + 600_000) }
    expect(await instagramPublish.reconcile(call, prepared, open)).to.have.property('kind', 'undecidable')
  })

  it('stays open while Instagram works on it', async () => {
    simulate({ status: [container('IN_PROGRESS')] })
    expect(await failureOf(reconcile())).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('stays open while Instagram cannot be asked', async () => {
    simulate({
      status: [
        [400, rejection(190, 463)],
        [500, rejection(1)],
      ],
    })
    expect(await failureOf(reconcile())).to.have.property('code', 'connection_expired')
    expect(await failureOf(reconcile())).to.have.property('outcome', 'indeterminate')
  })

  it('gives up recreated containers after a few, when Instagram keeps failing over them', async () => {
    expect(await failureOf(advance(publishCall(), { renewals: 3 }))).to.include({
      code: 'provider_error',
      outcome: 'rejected',
    })
  })
})

describe('the id of an Instagram post that is out', () => {
  intercept()

  const out: Partial<State> = {
    items: ['1788'],
    out: true,
    lost: { since: '2026-11-20T12:00:01.500Z', claimed: ['claimed-1'] },
  }
  const ours = media('ours', { timestamp: '2026-11-20T12:00:01+0000' })
  const others = [
    media('claimed-1'),
    media('other-caption', { caption: 'Rye tomorrow' }),
    media('other-kind', { media_type: 'CAROUSEL_ALBUM' }),
    media('earlier', { timestamp: '2026-11-20T11:59:55+0000' }),
    media('no-time', { timestamp: undefined }),
  ]

  it('is that of the one post since then that fits and is nobody else’s', async () => {
    const sent = simulate({ list: [{ data: [...others, ours] }] })
    const step = await advance(publishCall(), out)
    expect(step).to.have.property('kind', 'next')
    expect(step).to.have.nested.property('state.mediaId', 'ours')
    expect(sent[0]?.query).to.include({ since: String(Date.parse('2026-11-20T11:59:56Z') / 1000) })
  })

  it('is found although our clock is ahead', async () => {
    simulate({ list: [{ data: [media('ours', { timestamp: '2026-11-20T11:59:59+0000' })] }] })
    expect(await advance(publishCall(), out)).to.have.nested.property('state.mediaId', 'ours')
  })

  it('is found by no caption', async () => {
    simulate({ list: [{ data: [media('bare', { caption: undefined })] }] })
    const bare = await advance(publishCall(singlePost({ caption: '' })), out)
    expect(bare).to.have.nested.property('state.mediaId', 'bare')
  })

  it('is found by a caption whose blanks Instagram changed', async () => {
    simulate({ list: [{ data: [media('trimmed', { caption: 'Rye\ntoday' })] }] })
    const step = await advance(publishCall(singlePost({ caption: ' Rye\r\ntoday ' })), out)
    expect(step).to.have.nested.property('state.mediaId', 'trimmed')
  })

  it('is never that of the newest one', async () => {
    simulate({ list: [{ data: others }] })
    const step = await advance(publishCall(), out)
    expect(step).to.deep.include({ kind: 'wait', accepted: true, seconds: 1 })
  })

  it('stays unknown when two fit', async () => {
    simulate({ list: [{ data: [ours, media('twin')] }] })
    expect(await advance(publishCall(), out)).to.deep.equal({ kind: 'done', result: { postIds: [], permalink: null } })
  })

  it('is looked for a few times, whatever goes wrong, and the post never published again', async () => {
    const sent = simulate({
      list: [{ data: [] }, [400, rejection(190, 463)], [400, rejection(1)], 'drop', { data: [] }],
    })
    const driven = await drive(publishCall(), { ...begun, ...out } as State)
    expect(driven).to.deep.equal({ postIds: [], permalink: null, commits: 0, pauses: [-1, -1, -2, -3, -5, -10] })
    expect(sent.every(({ operation }) => operation === 'list')).to.equal(true)
  })

  it('is found after a response that was lost', async () => {
    const sent = simulate({
      publish: ['drop'],
      status: [container('FINISHED'), container('PUBLISHED')],
      list: [{ data: [] }, { data: [media('ours', { timestamp: '2026-11-20T12:00:09+0000' })] }],
    })
    expect(await drive(publishCall())).to.deep.include({ postIds: ['ours'], commits: 1 })
    expect(sent.filter(({ operation }) => operation === 'publish')).to.have.length(1)
    expect(now.toISOString()).to.equal('2026-11-20T12:00:00.000Z')
  })

  it('belongs to the second call where the first never arrived', async () => {
    const sent = simulate({ publish: [[503, '<html>'], { id: '17900000000000009' }] })
    expect(await drive(publishCall())).to.deep.include({ postIds: ['17900000000000009'], commits: 2 })
    expect(sent.filter(({ operation }) => operation === 'publish')).to.have.length(2)
  })
})
