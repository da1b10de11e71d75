import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { type Json, reason, scope, startRig } from './rig.ts'

const CHANNEL = 'UCn0raFiLmsSandboxCh4nnA'
const VIDEO = 'n0raSn0wF1l'

describe('youtube: comments', () => {
  const rig = eachTest(startRig)
  let token: string
  let other: string

  beforeEach(async () => {
    token = await rig.token()
    other = await rig.token({ as: 'bakery.lux' })
  })

  const threads = (query: Record<string, string>, as = token) =>
    rig.api(`/youtube/v3/commentThreads?${new URLSearchParams({ part: 'snippet,replies', ...query })}`, as)
  const send = (path: string, body: unknown, as = token) =>
    rig.api(`/youtube/v3/${path}?part=snippet`, as, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const moderate = (query: Record<string, string>, as = token) =>
    rig.api(`/youtube/v3/comments/setModerationStatus?${new URLSearchParams(query)}`, as, { method: 'POST' })
  const remove = (id: string, as = token) => rig.api(`/youtube/v3/comments?id=${id}`, as, { method: 'DELETE' })
  const act = (name: string, body: Record<string, unknown>): Json => rig.network.person[name]?.(body)
  const ids = ({ json }: { json: Json }) => json.items.map(({ id }: Json) => id)

  it('pages through threads, newest first, with up to five replies each', async () => {
    const { id: on } = act('post', {})
    const said = act('comment', { on, count: 7, replies: 6 })
    const first = await threads({ videoId: on, maxResults: '5' })
    expect(ids(first)).to.deep.equal(said.ids.toReversed().slice(0, 5))
    const [newest] = first.json.items
    expect(newest.snippet).to.include({ totalReplyCount: 6, isPublic: true, canReply: true, channelId: CHANNEL })
    expect(newest.replies.comments).to.have.length(5)
    expect(newest.replies.comments[0].snippet.parentId).to.equal(newest.id)
    await act('comment-delete', { id: said.ids[2] })
    const second = await threads({ videoId: on, maxResults: '5', pageToken: first.json.nextPageToken })
    expect(ids(second)).to.deep.equal(said.ids.slice(0, 2).toReversed())
    expect(second.json).to.not.have.property('nextPageToken')
    const all = await rig.api(`/youtube/v3/comments?part=snippet&parentId=${newest.id}&maxResults=100`, token)
    expect(ids(all)).to.have.length(6)
    const odd = await threads({ videoId: VIDEO, pageToken: first.json.nextPageToken })
    expect([odd.status, reason(odd)]).to.deep.equal([400, 'invalidPageToken'])
  })

  it('shows HTML unless plain text is asked for, and the original text to its author only', async () => {
    act('comment', { on: VIDEO, text: 'a <b>\nc', as: 'bakery.lux' })
    const [html] = (await threads({ videoId: VIDEO })).json.items
    expect(html.snippet.topLevelComment.snippet.textDisplay).to.equal('a &lt;b&gt;<br>c')
    const plain = (await threads({ videoId: VIDEO, textFormat: 'plainText' })).json.items[0].snippet.topLevelComment
    expect(plain.snippet).to.include({ textDisplay: 'a <b>\nc', authorDisplayName: '@bakery.lux' })
    expect(plain.snippet).to.not.have.property('textOriginal')
    const own = (await threads({ videoId: VIDEO }, other)).json.items[0].snippet.topLevelComment.snippet
    expect(own.textOriginal).to.equal('a <b>\nc')
  })

  it('leaves out the channel of an author who is gone', async () => {
    const { json } = await threads({ videoId: VIDEO })
    const gone = json.items.find(({ snippet }: Json) => !('authorChannelId' in snippet.topLevelComment.snippet))
    expect(gone.snippet.topLevelComment.snippet.textDisplay).to.equal('Farewell, all.')
  })

  it('lists the newest of all videos of a channel', async () => {
    const { ids: said } = act('comment', { on: VIDEO })
    const { json } = await threads({ allThreadsRelatedToChannelId: CHANNEL, order: 'time' })
    expect(json.items[0].id).to.equal(said[0])
    expect(new Set(json.items.map(({ snippet }: Json) => snippet.videoId))).to.include('n0raHarb0r1')
    expect(reason(await threads({ allThreadsRelatedToChannelId: 'UCnobody' }))).to.equal('channelNotFound')
  })

  it('keeps held and likely spam comments out of the usual list and shows them to the owner', async () => {
    const said = act('comment', { on: VIDEO, count: 2, as: 'bakery.lux' })
    const [held, spam] = said.ids
    expect((await moderate({ id: held, moderationStatus: 'heldForReview' })).status).to.equal(204)
    act('comment-spam', { id: spam })
    expect(ids(await threads({ videoId: VIDEO }))).to.not.include.members([held])
    expect(ids(await threads({ videoId: VIDEO }))).to.not.include.members([spam])
    for (const [moderationStatus, id] of [
      ['heldForReview', held],
      ['likelySpam', spam],
    ] as const) {
      const { json } = await threads({ videoId: VIDEO, moderationStatus })
      expect(json.items.map((item: Json) => item.id)).to.deep.equal([id])
      expect(json.items[0].snippet.topLevelComment.snippet.moderationStatus).to.equal(moderationStatus)
      const forbidden = await threads({ videoId: VIDEO, moderationStatus }, other)
      expect([forbidden.status, reason(forbidden)]).to.deep.equal([403, 'forbidden'])
    }
    const { comments } = await rig.state()
    expect(comments.find(({ id }: Json) => id === held)).to.include({ hidden: true, moderationStatus: 'heldForReview' })
    await moderate({ id: held, moderationStatus: 'published' })
    expect(ids(await threads({ videoId: VIDEO }))).to.include(held)
  })

  it('shows the replies to a held comment to the owner only', async () => {
    const [held] = act('comment', { on: VIDEO, replies: 1 }).ids
    const replies = (as: string) => rig.api(`/youtube/v3/comments?part=snippet&parentId=${held}`, as)
    const [reply] = ids(await replies(other))
    const byId = (as: string) => rig.api(`/youtube/v3/comments?part=snippet&id=${reply}`, as)
    expect(ids(await byId(other))).to.deep.equal([reply])
    await moderate({ id: held, moderationStatus: 'heldForReview' })
    expect([reason(await replies(other)), ids(await byId(other))]).to.deep.equal(['commentNotFound', []])
    expect([ids(await replies(token)), ids(await byId(token))]).to.deep.equal([[reply], [reply]])
  })

  it('shows a published thread among the held ones when one of its replies is held', async () => {
    const [parent] = act('comment', { on: VIDEO }).ids
    const [reply] = act('comment', { on: VIDEO, parent }).ids
    act('comment-hide', { id: reply, hidden: true })
    expect((await threads({ videoId: VIDEO })).json.items[0].snippet.totalReplyCount).to.equal(0)
    const [thread] = (await threads({ videoId: VIDEO, moderationStatus: 'heldForReview' })).json.items
    expect([thread.id, thread.snippet.isPublic]).to.deep.equal([parent, true])
    expect(thread.snippet.topLevelComment.snippet).to.not.have.property('moderationStatus')
    expect(thread.replies.comments.map(({ id }: Json) => id)).to.deep.equal([reply])
  })

  it('rejects for good, and bans with it only', async () => {
    const [id] = act('comment', { on: VIDEO, as: 'bakery.lux' }).ids
    const early = await moderate({ id, moderationStatus: 'heldForReview', banAuthor: 'true' })
    expect([early.status, reason(early)]).to.deep.equal([400, 'banWithoutReject'])
    expect((await moderate({ id, moderationStatus: 'rejected', banAuthor: 'true' })).status).to.equal(204)
    expect(reason(await moderate({ id, moderationStatus: 'published' }))).to.equal('commentNotFound')
    act('comment', { on: VIDEO, text: 'Again', as: 'bakery.lux' })
    const shown = (await threads({ videoId: VIDEO })).json.items.map(
      ({ snippet }: Json) => snippet.topLevelComment.snippet.authorDisplayName,
    )
    expect(shown).to.not.include('@bakery.lux')
    expect((await rig.state()).banned).to.deep.equal([{ channelId: CHANNEL, authorId: 'UCbAkeryLuxSandboxChan1g' }])
  })

  it('lets an owner moderate the comments of others on its own videos only', async () => {
    const [id] = act('comment', { on: VIDEO, as: 'bakery.lux' }).ids
    const [own] = act('comment', { on: VIDEO, as: 'nora.videos' }).ids
    expect(reason(await moderate({ id, moderationStatus: 'rejected' }, other))).to.equal('forbidden')
    expect(reason(await moderate({ id: own, moderationStatus: 'heldForReview' }))).to.equal('operationNotSupported')
    expect(reason(await moderate({ id, moderationStatus: 'likelySpam' }))).to.equal('invalidValue')
    expect(reason(await moderate({ id: 'Ugnone', moderationStatus: 'rejected' }))).to.equal('commentNotFound')
  })

  it('deletes what the caller wrote, and nothing else', async () => {
    const [id] = act('comment', { on: VIDEO, as: 'bakery.lux' }).ids
    const foreign = await remove(id)
    expect([foreign.status, reason(foreign)]).to.deep.equal([403, 'forbidden'])
    expect((await remove(id, other)).status).to.equal(204)
    const gone = await remove(id, other)
    expect([gone.status, reason(gone)]).to.deep.equal([404, 'commentNotFound'])
  })

  it("names the channel of the video, also of the caller's comment on the video of another channel", async () => {
    const [id] = act('comment', { on: VIDEO, as: 'bakery.lux' }).ids
    const { json } = await rig.api(`/youtube/v3/comments?part=snippet&id=${id}`, other)
    const authorChannelId = { value: 'UCbAkeryLuxSandboxChan1g' }
    expect(json.items[0].snippet).to.deep.include({ channelId: CHANNEL, authorChannelId })
    expect((await remove(id, other)).status, 'YouTube itself deletes it').to.equal(204)
  })

  it('writes comments and replies, and returns the resource', async () => {
    const words = { snippet: { textOriginal: 'Coming tomorrow' } }
    const thread = await send('commentThreads', { snippet: { videoId: VIDEO, topLevelComment: words } })
    expect([thread.status, thread.json.kind]).to.deep.equal([200, 'youtube#commentThread'])
    const parentId = thread.json.id
    const reply = await send('comments', { snippet: { parentId, textOriginal: 'Or later' } }, other)
    expect(reply.json).to.include({ kind: 'youtube#comment' })
    expect(reply.json.id.startsWith(`${parentId}.`)).to.equal(true)
    expect(reply.json.snippet).to.include({ parentId, textOriginal: 'Or later', authorDisplayName: '@bakery.lux' })
    const deeper = await send('comments', { snippet: { parentId: reply.json.id, textOriginal: 'No' } })
    expect([deeper.status, reason(deeper)]).to.deep.equal([404, 'parentCommentNotFound'])
  })

  it('rejects what cannot be written', async () => {
    const say = (videoId: string, textOriginal: string) =>
      send('commentThreads', { snippet: { videoId, topLevelComment: { snippet: { textOriginal } } } })
    expect(reason(await say(VIDEO, ' '))).to.equal('commentTextRequired')
    expect(reason(await say(VIDEO, 'x'.repeat(10_001)))).to.equal('commentTextTooLong')
    expect(reason(await say('nobodyknows', 'Hi'))).to.equal('videoNotFound')
    expect(reason(await say('bakeQu1etO1', 'Hi'))).to.equal('commentsDisabled')
    expect(reason(await say('', 'Hi'))).to.equal('channelOrVideoIdMissing')
    expect(reason(await send('comments', { snippet: { textOriginal: 'Hi' } }))).to.equal('parentIdMissing')
    expect((await send('comments', { snippet: { words: 'Hi' } })).status).to.equal(400)
    const viewer = await rig.token({ as: 'viewer.only' })
    const body = { snippet: { videoId: VIDEO, topLevelComment: { snippet: { textOriginal: 'Hi' } } } }
    expect(reason(await send('commentThreads', body, viewer))).to.equal('ineligibleAccount')
  })

  for (const [name, query, expected] of [
    ['no filter', {}, 'missingRequiredParameter'],
    ['two filters', { videoId: VIDEO, allThreadsRelatedToChannelId: CHANNEL }, 'incompatibleParameters'],
    ['an order together with ids', { id: 'Ugx', order: 'time' }, 'incompatibleParameters'],
    ['a page of 101', { videoId: VIDEO, maxResults: '101' }, 'invalidValue'],
    ['a video that takes no comments', { videoId: 'bakeQu1etO1' }, 'commentsDisabled'],
    ['rejected ones', { videoId: VIDEO, moderationStatus: 'rejected' }, 'invalidValue'],
  ] as const) {
    it(`rejects ${name}`, async () => {
      expect(reason(await threads(query))).to.equal(expected)
    })
  }

  it('takes one scope, one unit for a list and fifty for each write', async () => {
    const narrow = await rig.token({ grant: [scope('youtube.upload')] })
    expect((await threads({ videoId: VIDEO }, narrow)).status).to.equal(403)
    const spent = async () => Object.values<Json>((await rig.state()).quota)[0].units
    await threads({ videoId: VIDEO })
    const before = await spent()
    await threads({ videoId: VIDEO })
    expect(await spent()).to.equal(before + 1)
    const [id] = act('comment', { on: VIDEO, as: 'bakery.lux' }).ids
    await moderate({ id, moderationStatus: 'heldForReview' })
    await remove(id, other)
    expect(await spent()).to.equal(before + 101)
  })

  it('holds ten thousand threads with replies', async () => {
    const { id: on } = act('post', {})
    act('comment', { on, count: 10_000, replies: 2 })
    const seen = new Set<string>()
    let pageToken = ''
    do {
      const { json } = await threads({ videoId: on, maxResults: '100', ...(pageToken === '' ? {} : { pageToken }) })
      for (const { id } of json.items) seen.add(id)
      pageToken = json.nextPageToken ?? ''
    } while (pageToken !== '')
    expect(seen.size).to.equal(10_000)
  })
})
