import { expect } from 'chai'
import nock from 'nock'
import { xPublish } from '../../src/x/publish.ts'
import type { State } from '../../src/x/publish-state.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { account, api, publishCall, source } from './network.ts'

const startedAt = new Date('2026-11-20T11:59:30.500Z')
const open = { step: 'post[0]', startedAt, claimed: new Set<string>(), linksFetched: null }
const nothing: State = { uploads: [], postIds: [] }

/** A page of the timeline. @see https://docs.x.com/x-api/users/get-posts (read 2026-11-20) */
function timeline(posts: object[], { next, query = {} }: { next?: string; query?: Record<string, string> } = {}) {
  const meta = { result_count: posts.length, ...(next && { next_token: next }) }
  return nock(api, { reqheaders: { authorization: 'Bearer access-1' } })
    .get(`/2/users/${account.providerId}/tweets`)
    .query((sent) => Object.entries(query).every(([name, value]) => sent[name] === value))
    .reply(200, { ...(posts.length > 0 && { data: posts }), meta })
}

function post(id: string, text: string, more: object = {}) {
  return { id, text, conversation_id: id, created_at: now.toISOString(), ...more }
}

const replyReferences = (parent: string, root: string) => ({
  conversation_id: root,
  referenced_tweets: [{ type: 'replied_to', id: parent }],
})

describe('x: what became of a post', () => {
  intercept()

  it('finds it by its text since the attempt, and records the post and the look-up', async () => {
    const call = publishCall({ text: 'Q & A at https://example.com/menu' })
    const shown = {
      entities: {
        urls: [{ url: 'https://t.co/aaaaaaaaaa', expanded_url: 'https://example.com/menu' }],
      },
    }
    timeline([post('9', 'something else'), post('8', 'Q &amp; A at https://t.co/aaaaaaaaaa', shown)], {
      query: { start_time: '2026-11-20T11:59:20Z', exclude: 'retweets', max_results: '100' },
    })
    expect(await xPublish.reconcile(call, nothing, open)).to.deep.equal({
      kind: 'done',
      state: { uploads: [], postIds: ['8'] },
    })
    expect(call.bills).to.deep.equal([
      ['post.read', ['x/read/2026-11-20/9', 'x/read/2026-11-20/8']],
      ['post.create.url', ['publish-1/0']],
    ])
  })

  it('is searched for since the first call if the call was repeated', async () => {
    const repeated = { ...open, startedAt: new Date(startedAt.getTime() - 3_600_000), latestAt: startedAt }
    timeline([post('8', 'Bells')], { query: { start_time: '2026-11-20T10:59:20Z' } })
    const found = await xPublish.reconcile(publishCall({ text: 'Bells' }), nothing, repeated)
    expect(found).to.deep.include({ kind: 'done', state: { uploads: [], postIds: ['8'] } })
  })

  it('says that it is not there', async () => {
    const call = publishCall({ text: 'Bells' })
    timeline([])
    expect(await xPublish.reconcile(call, nothing, open)).to.deep.equal({ kind: 'absent' })
    expect(call.bills).to.deep.equal([['post.read', []]])
  })

  it('does not say so after a response that is not from X', async () => {
    nock(api)
      .get(/\/tweets$/)
      .query(true)
      .reply(200, '<html>Blocked</html>')
    const failure = await failureOf(xPublish.reconcile(publishCall({ text: 'Bells' }), nothing, open))
    expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('looks on every page', async () => {
    const call = publishCall({ text: 'Bells' })
    timeline([post('9', 'else')], { next: 'page-2' })
    timeline([post('8', 'Bells')], { query: { pagination_token: 'page-2' } })
    expect(await xPublish.reconcile(call, nothing, open)).to.deep.include({ kind: 'done' })
  })

  it('cannot tell if there are more newer posts than are read', async () => {
    for (let page = 1; page <= 5; page++) timeline([post(`9${page}`, 'else')], { next: `page-${page + 1}` })
    const verdict = await xPublish.reconcile(publishCall({ text: 'Bells' }), nothing, open)
    expect(verdict).to.have.property('kind', 'undecidable')
  })

  const others: [string, object, ReadonlySet<string>][] = [
    ['was made by another publish', post('8', 'Bells'), new Set(['8'])],
    ['replies to somebody', post('8', 'Bells', replyReferences('5', '5')), new Set()],
    ['is in another conversation', post('8', 'Bells', { conversation_id: '5' }), new Set()],
    ['carries media', post('8', 'Bells', { attachments: { media_keys: ['3_1'] } }), new Set()],
  ]
  for (const [name, candidate, claimed] of others) {
    it(`does not take an equal text that ${name}`, async () => {
      timeline([candidate])
      const verdict = await xPublish.reconcile(publishCall({ text: 'Bells' }), nothing, { ...open, claimed })
      expect(verdict).to.deep.equal({ kind: 'absent' })
    })
  }

  describe('in a thread', () => {
    const call = () => publishCall({ text: 'one', thread: [{ text: 'two' }, { text: 'three' }] })
    const state: State = { uploads: [], postIds: ['1', '2'] }

    it('has to reply to the post before', async () => {
      timeline([
        post('4', 'three', replyReferences('1', '1')),
        post('3', 'three', replyReferences('2', '1')),
        post('2', 'two', replyReferences('1', '1')),
      ])
      const verdict = await xPublish.reconcile(call(), state, open)
      expect(verdict).to.deep.equal({ kind: 'done', state: { uploads: [], postIds: ['1', '2', '3'] } })
    })

    it('accepts the conversation where the network does not say which post is replied to', async () => {
      timeline([post('4', 'three', { conversation_id: '9' }), post('3', 'three', { conversation_id: '1' })])
      const verdict = await xPublish.reconcile(call(), state, open)
      expect(verdict).to.deep.include({ state: { uploads: [], postIds: ['1', '2', '3'] } })
    })

    it('never takes a post of the thread itself', async () => {
      timeline([post('2', 'three', replyReferences('2', '1'))])
      expect(await xPublish.reconcile(call(), state, open)).to.deep.equal({ kind: 'absent' })
    })
  })

  it('knows a post with media by their keys, in any order and whatever became of the text', async () => {
    const media = [{ source: source('image/png').source }, { source: source('image/png').source }]
    const uploads = ['31', '32'].map((id) => ({ id, mediaKey: `3_${id}`, chunks: 0, phase: 'ready' as const }))
    timeline([
      post('9', 'Bells', { attachments: { media_keys: ['3_31'] } }),
      post('8', 'Bells, shortened…', { attachments: { media_keys: ['3_32', '3_31'] } }),
    ])
    const verdict = await xPublish.reconcile(publishCall({ text: 'Bells', media }), { uploads, postIds: [] }, open)
    expect(verdict).to.deep.equal({ kind: 'done', state: { uploads, postIds: ['8'] } })
  })

  it('asks again in the other vocabulary when the first is rejected', async () => {
    const path = `/2/users/${account.providerId}/tweets`
    nock(api)
      .get(path)
      .query((sent) => 'tweet.fields' in sent && !('post.fields' in sent))
      .reply(400, { errors: [{ message: 'tweet.fields is not one of …', parameters: {} }], title: 'Invalid Request' })
    nock(api)
      .get(path)
      .query((sent) => 'post.fields' in sent && !('tweet.fields' in sent))
      .reply(200, { data: [post('8', 'Long…', { note_post: { text: 'Long and whole' } })], meta: { result_count: 1 } })
    const verdict = await xPublish.reconcile(publishCall({ text: 'Long and whole' }), nothing, open)
    expect(verdict).to.deep.include({ kind: 'done' })
  })
})
