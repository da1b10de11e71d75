import { expect } from 'chai'
import { type Double, startDouble, type Tokens } from './double.ts'

const list = '/business/comment/list/'
const replies = '/business/comment/reply/list/'

interface Told {
  comment_id: string
  create_time: string
  likes: number
  replies: number
  text: string
  status: string
  reply_list?: Told[]
}

describe('tiktok: comments', () => {
  let double: Double
  let tokens: Tokens
  /** The post with the crowd below it. */
  let video_id: string
  beforeEach(async () => {
    double = await startDouble()
    tokens = await double.connect()
    const { data } = await double.account(tokens).get('/business/video/list/')
    video_id = data.videos.at(-1).item_id
  })
  afterEach(() => double.close())

  const read = (query: Record<string, string> = {}) => double.account(tokens).get(list, { video_id, ...query })
  const write = (what: string, body: Record<string, unknown>) =>
    double.account(tokens).post(`/business/comment/${what}/`, body)
  const newest = { sort_field: 'create_time', sort_order: 'desc', max_count: '30' }

  it('pages through all of them, newest first', async () => {
    const first = (await read(newest)).data
    expect(first).to.include({ cursor: 30, has_more: true })
    const second = (await read({ ...newest, cursor: '30' })).data
    expect(second).to.include({ cursor: 36, has_more: false })
    const all: Told[] = [...first.comments, ...second.comments]
    expect(new Set(all.map(({ comment_id }) => comment_id)).size).to.equal(36)
    const times = all.map(({ create_time }) => Number(create_time))
    expect(times).to.deep.equal(times.toSorted((one, other) => other - one))
  })

  it('gives twenty by default, best liked first, without replies', async () => {
    const { comments } = (await read()).data
    expect(comments).to.have.length(20)
    expect(comments[0]).to.include({ likes: 12, replies: 5, owner: false }).and.to.not.have.property('reply_list')
  })

  it('gives three replies inline and the others in their own list', async () => {
    const { comments } = (await read({ ...newest, include_replies: 'true' })).data
    const asked = comments.find(({ replies: count }: Told) => count > 0)
    expect(asked.reply_list).to.have.length(3)
    expect(asked.reply_list[0]).to.include({ parent_comment_id: asked.comment_id, owner: true })
    const { data } = await double
      .account(tokens)
      .get(replies, { video_id, comment_id: asked.comment_id, max_count: '4' })
    expect(data).to.include({ cursor: 4, has_more: true }).and.to.have.property('comments').with.length(4)
  })

  it('leaves hidden ones out on request, and picks by id', async () => {
    const { comments } = (await read({ sort_field: 'create_time', sort_order: 'desc' })).data
    const hidden = comments.find(({ status }: Told) => status === 'HIDDEN')
    const pick = { comment_ids: JSON.stringify([hidden.comment_id]) }
    expect((await read(pick)).data.comments).to.have.length(1)
    expect((await read({ ...pick, status: 'PUBLIC' })).data.comments).to.deep.equal([])
    expect((await double.account(tokens).get(replies, { video_id, comment_id: hidden.comment_id })).code).to.equal(
      40002,
    )
  })

  for (const [name, query] of Object.entries({
    '31 a page': { max_count: '31' },
    'another order': { sort_order: 'newest' },
    'the outdated name of the order': { sort_type: 'desc' },
    'ids that are not JSON': { comment_ids: '7' },
    '31 ids': { comment_ids: JSON.stringify(Array.from({ length: 31 }, (_, index) => String(index))) },
    'an invalid flag': { include_replies: '1' },
  }))
    it(`rejects ${name}`, async () => {
      expect((await read(query)).code).to.equal(40002)
    })

  it('does not know other posts, nor gives those of others', async () => {
    expect((await read({ video_id: '7000000000000000000' })).code).to.equal(40007)
    const dancer = double.account(await double.connect('solo.dancer'))
    expect((await dancer.get(list, { video_id })).code).to.equal(40001)
    expect((await dancer.get(replies, { video_id, comment_id: '1' })).code).to.equal(40001)
  })

  it('repeats entries deep in a list, orders the rest by likes, and misses nothing', async () => {
    const { network } = double
    const made = (await network.person['post']?.({ network: 'tiktok' })) as { id: string }
    const { id } = made
    const said = (await network.person['comment']?.({ on: id, count: 560 })) as { ids: string[] }
    await network.person['comment-like']?.({ id: said.ids[3] ?? '', count: 9 })
    const seen: string[] = []
    let cursor = '0'
    for (let more = true; more; ) {
      const { data } = await read({ ...newest, video_id: id, cursor })
      seen.push(...data.comments.map(({ comment_id }: Told) => comment_id))
      more = data.has_more
      cursor = String(data.cursor)
    }
    expect(new Set(seen)).to.deep.equal(new Set(said.ids))
    expect(seen.length).to.be.greaterThan(560)
    expect(seen.slice(0, 500)).to.deep.equal(said.ids.slice(60).reverse())
    expect(seen[500]).to.equal(said.ids[3])
  })

  it('leaves hidden ones out of the page that they belong to', async () => {
    const page = (await read({ ...newest, status: 'PUBLIC' })).data
    expect(page).to.include({ cursor: 30, has_more: true })
    expect(page.comments).to.have.length(29)
  })

  it('throttles each account after forty calls of an endpoint in a minute', async () => {
    for (let calls = 0; calls < 39; calls += 1) expect((await read()).code).to.equal(0)
    expect((await read()).code).to.equal(0)
    expect((await read()).code).to.equal(40100)
    expect((await write('create', { video_id, text: 'Another endpoint' })).code).to.equal(0)
    double.advance(5 * 60_000)
    expect((await read()).code).to.equal(0)
  })

  it('writes a comment and returns it without its author', async () => {
    const { code, data } = await write('create', { video_id, text: 'Thank you all' })
    expect(code).to.equal(0)
    expect(data).to.include({ video_id, text: 'Thank you all' })
    expect(data).to.have.all.keys('comment_id', 'video_id', 'create_time', 'text', 'unique_identifier', 'user_id')
    const { comments } = (await read({ comment_ids: JSON.stringify([data.comment_id]) })).data
    expect(comments[0]).to.include({ username: 'lena.bakes', owner: true, likes: 0 })
  })

  it('writes a reply to a top-level comment only', async () => {
    const parent = (await read()).data.comments[0].comment_id
    const { data } = await write('reply/create', { video_id, comment_id: parent, text: 'Two days' })
    expect(data).to.include({ parent_comment_id: parent, text: 'Two days' })
    expect((await write('reply/create', { video_id, comment_id: data.comment_id, text: 'x' })).code).to.equal(40002)
    expect((await write('reply/create', { video_id, comment_id: '1', text: 'x' })).code).to.equal(40007)
  })

  it('rejects words that are missing or too many', async () => {
    expect((await write('create', { video_id })).code).to.equal(40002)
    expect((await write('create', { video_id, text: 'x'.repeat(1201) })).code).to.equal(40002)
    expect((await write('create', { video_id, text: 'x'.repeat(1200) })).code).to.equal(0)
  })

  it('hides, shows, likes and unlikes', async () => {
    const { comment_id, likes } = (await read()).data.comments[0]
    const look = async () => (await read({ comment_ids: JSON.stringify([comment_id]) })).data.comments[0]
    expect((await write('hide', { video_id, comment_id, action: 'HIDE' })).data).to.deep.equal({})
    await write('like', { video_id, comment_id, action: 'LIKE' })
    await write('like', { video_id, comment_id, action: 'LIKE' })
    expect(await look()).to.include({ status: 'HIDDEN', liked: true, likes: likes + 1 })
    await write('hide', { video_id, comment_id, action: 'UNHIDE' })
    await write('like', { video_id, comment_id, action: 'UNLIKE' })
    expect(await look()).to.include({ status: 'PUBLIC', liked: false, likes })
  })

  it('does not like or hide without the post, or otherwise', async () => {
    const { comment_id } = (await read()).data.comments[0]
    expect((await write('like', { comment_id, action: 'LIKE' })).code).to.equal(40002)
    expect((await write('like', { video_id, comment_id, action: 'HEART' })).code).to.equal(40002)
    expect((await write('hide', { video_id: '7000000000000000000', comment_id, action: 'HIDE' })).code).to.equal(40007)
  })

  it("deletes the account's own comments only", async () => {
    const foreign = (await read()).data.comments[0].comment_id
    expect((await write('delete', { comment_id: foreign })).code).to.equal(40001)
    const { comment_id } = (await write('create', { video_id, text: 'Oops' })).data
    expect((await write('delete', { comment_id })).code).to.equal(0)
    expect((await write('delete', { comment_id })).code).to.equal(40007)
  })

  it('needs a scope to read and another to write', async () => {
    const reader = double.account(await double.connect('lena.bakes', ['comment.list']))
    expect((await reader.get(list, { video_id })).code).to.equal(0)
    expect((await reader.post('/business/comment/create/', { video_id, text: 'x' })).code).to.equal(40130)
    const writer = double.account(await double.connect('lena.bakes', ['comment.list.manage']))
    expect((await writer.get(list, { video_id })).code).to.equal(40130)
  })
})
