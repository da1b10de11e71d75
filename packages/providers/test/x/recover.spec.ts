import { expect } from 'chai'
import nock from 'nock'
import { xPublish } from '../../src/x/publish.ts'
import type { State } from '../../src/x/publish-state.ts'
import { intercept, now } from '../fake-call.ts'
import { account, api, publishCall, source } from './network.ts'

const open = { step: 'lookup', startedAt: now, claimed: new Set<string>(), linksFetched: null }
const nothing: State = { uploads: [], postIds: [] }
const media = [{ source: source('image/png', 5).source }]

/** A page of the timeline. @see https://docs.x.com/x-api/users/get-posts (read 2026-11-20) */
function timeline(posts: object[], next?: string) {
  const meta = { result_count: posts.length, ...(next !== undefined && { next_token: next }) }
  return nock(api)
    .get(`/2/users/${account.providerId}/tweets`)
    .query(true)
    .reply(200, { ...(posts.length > 0 && { data: posts }), meta })
}

function post(id: string, text: string, { keys = [], parent }: { keys?: string[]; parent?: string } = {}) {
  return {
    id,
    text,
    conversation_id: parent ?? id,
    created_at: now.toISOString(),
    ...(keys.length > 0 && { attachments: { media_keys: keys } }),
    ...(parent !== undefined && { referenced_tweets: [{ type: 'replied_to', id: parent }] }),
  }
}

function recover(input: Parameters<typeof publishCall>[0], state = nothing, claimed: string[] = []) {
  return xPublish.recover?.(publishCall(input), state, { ...open, claimed: new Set(claimed) })
}

describe('a post of X whose media keys are lost', () => {
  intercept()

  it('is found by its text and the number of its media', async () => {
    timeline([post('9', 'Bells'), post('8', 'Bells', { keys: ['3_1'] })])
    expect(await recover({ text: 'Bells', media })).to.deep.equal({
      kind: 'done',
      state: { ...nothing, postIds: ['8'] },
    })
  })

  it('is absent if there is no such post, or another publish made it', async () => {
    timeline([post('9', 'Bells')])
    expect(await recover({ text: 'Bells', media })).to.deep.equal({ kind: 'absent' })
    timeline([post('9', 'Bells', { keys: ['3_1'] })])
    expect(await recover({ text: 'Bells', media }, nothing, ['9'])).to.deep.equal({ kind: 'absent' })
  })

  it('is found by the keys that are known', async () => {
    const upload = { id: '1', mediaKey: '3_1', chunks: 1, phase: 'ready' } as const
    timeline([post('9', 'Bells', { keys: ['3_2'] }), post('8', 'Bells', { keys: ['3_1'] })])
    const state: State = { uploads: [upload], postIds: [] }
    expect(await recover({ text: 'Bells', media }, state)).to.deep.equal({
      kind: 'done',
      state: { ...state, postIds: ['8'] },
    })
  })

  it('is not distinguished from another one with the same text, or without a text', async () => {
    timeline([post('9', 'Bells', { keys: ['3_2'] }), post('8', 'Bells', { keys: ['3_1'] })])
    expect(await recover({ text: 'Bells', media })).to.include({ kind: 'undecidable', isSeen: true })
    timeline([post('9', '', { keys: ['3_2'] })])
    expect(await recover({ text: '', media })).to.include({ kind: 'undecidable' })
  })

  it('is searched from the first call on, whose effect may be visible by now', async () => {
    const startedAt = new Date(now.getTime() - 600_000)
    nock(api)
      .get(`/2/users/${account.providerId}/tweets`)
      .query(({ start_time: since }) => Date.parse(String(since)) <= startedAt.getTime())
      .reply(200, { data: [post('9', 'Bells')], meta: { result_count: 1 } })
    const found = await xPublish.recover?.(publishCall({ text: 'Bells' }), nothing, { ...open, startedAt })
    expect(found).to.deep.equal({ kind: 'done', state: { ...nothing, postIds: ['9'] } })
  })

  it('is searched up to the time at which it can have been sent', async () => {
    const until = new Date(now.getTime() - 3_600_000)
    const startedAt = new Date(until.getTime() - 60_000)
    nock(api)
      .get(`/2/users/${account.providerId}/tweets`)
      .query(({ end_time: end }) => Date.parse(String(end)) === until.getTime() + 10_000)
      .reply(200, { meta: { result_count: 0 } })
    const found = await xPublish.recover?.(publishCall({ text: 'Bells' }), nothing, { ...open, startedAt, until })
    expect(found).to.deep.equal({ kind: 'absent' })
  })

  it('is not absent as long as older posts were not read', async () => {
    for (let page = 1; page <= 5; page++) timeline([post(String(page), 'else')], `page-${page + 1}`)
    expect(await recover({ text: 'Bells', media })).to.include({ kind: 'undecidable' })
  })

  it('is found with the posts of its thread that are there', async () => {
    const thread = { text: 'one', thread: [{ text: 'two' }, { text: 'three' }] }
    timeline([post('2', 'two', { parent: '1' }), post('1', 'one')])
    expect(await recover(thread)).to.deep.equal({ kind: 'done', state: { ...nothing, postIds: ['1', '2'] } })
    timeline([post('1', 'one')])
    expect(await recover(thread, { ...nothing, postIds: ['1'] })).to.deep.equal({ kind: 'absent' })
  })
})
