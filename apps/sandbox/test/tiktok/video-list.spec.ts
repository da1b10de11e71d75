import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { startDouble } from './double.ts'

const path = '/business/video/list/'

describe('tiktok: posts', () => {
  const double = allTests(startDouble)
  const tokens = allTests(() => double.connect())

  const list = (query: Record<string, string> = {}) => double.account(tokens).get(path, query)

  it('lists ids by default, newest first, and only what everybody sees', async () => {
    const { data } = await list()
    expect(data.videos).to.have.length(3)
    expect(Object.keys(data.videos[0])).to.deep.equal(['item_id'])
    expect(data.has_more).to.equal(false)
    const ids = data.videos.map(({ item_id }: { item_id: string }) => BigInt(item_id))
    expect(ids[0] > ids[1] && ids[1] > ids[2]).to.equal(true)
  })

  it('pages by a cursor in milliseconds', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let more = true; more; ) {
      const { data } = await list({ max_count: '1', ...(cursor && { cursor }) })
      seen.push(data.videos[0].item_id)
      expect(data.cursor).to.be.a('number').above(1_000_000_000_000)
      cursor = String(data.cursor)
      more = data.has_more
    }
    expect(new Set(seen).size).to.equal(3)
  })

  it('lists posts of one millisecond each once, the later one first, one on a page', async () => {
    const made: unknown[] = []
    for (const text of ['first', 'second', 'third'])
      made.push(await double.network.person['post']?.({ as: 'solo.dancer', text }))
    const account = double.account(await double.connect('solo.dancer'))
    const seen: unknown[] = []
    let cursor: string | undefined
    for (const _ of made) {
      const { data } = await account.get(path, { max_count: '1', ...(cursor && { cursor }) })
      seen.push({ id: data.videos[0].item_id })
      cursor = String(data.cursor)
    }
    expect(seen).to.deep.equal(made.toReversed())
  })

  it('tells the fields asked for, times as text of seconds', async () => {
    const fields = JSON.stringify([
      'item_id',
      'create_time',
      'media_type',
      'caption',
      'video_duration',
      'impression_sources',
    ])
    const { data } = await list({ fields })
    const [video, photos] = data.videos
    expect(video).to.include({ media_type: 'VIDEO', caption: 'Cutting the crumb', video_duration: 5 })
    expect(video.create_time).to.match(/^\d{10}$/)
    expect(video.impression_sources[0]).to.have.all.keys('impression_source', 'percentage')
    expect(photos).to.include({ media_type: 'PHOTO' }).and.to.not.have.property('video_duration')
  })

  it('picks posts by id and says nothing about unknown ones', async () => {
    const known = (await list()).data.videos[1].item_id
    const filter = (video_ids: string[]) => list({ filters: JSON.stringify({ video_ids }) })
    expect((await filter([known, '7000000000000000000'])).data.videos).to.deep.equal([{ item_id: known }])
    expect(await filter(['7000000000000000000'])).to.deep.include({ code: 0 })
  })

  it('needs video.list, and video.insights for insights', async () => {
    const account = double.account(await double.connect('lena.bakes', ['video.list']))
    expect((await account.get(path)).code).to.equal(0)
    expect((await account.get(path, { fields: '["item_id","reach"]' })).code).to.equal(40130)
    const without = double.account(await double.connect('lena.bakes', ['video.publish']))
    expect((await without.get(path)).code).to.equal(40130)
  })

  for (const [name, query] of Object.entries({
    'several fields without item_id': { fields: '["likes","caption"]' },
    'an unknown field': { fields: '["item_id","view_count"]' },
    'fields that are not JSON': { fields: 'item_id' },
    'a filter that is not an object': { filters: '["7"]' },
    'an unknown filter': { filters: '{"ids":["7"]}' },
    'ids that are numbers': { filters: '{"video_ids":[7301234567890123456]}' },
    'no posts a page': { max_count: '0' },
    '21 posts a page': { max_count: '21' },
    'a cursor that is not a number': { cursor: 'abc' },
  }))
    it(`rejects ${name}`, async () => {
      expect((await list(query)).code).to.equal(40002)
    })
})
