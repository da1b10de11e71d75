import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { type Json, reason, scope, startRig } from './rig.ts'

const uploads = 'UUn0raFiLmsSandboxCh4nnA'
const readonly = { query: { scope: scope('youtube.readonly') } }

describe('youtube: reads', () => {
  const rig = allTests(startRig)
  let nora: string
  let lux: string

  before(async () => {
    nora = await rig.token()
    lux = await rig.token({ as: 'bakery.lux' })
  })

  const get = (path: string, token = nora) => rig.api(`/youtube/v3/${path}`, token)

  describe('channels.list', () => {
    const all = 'channels?part=snippet,statistics,contentDetails&mine=true'

    it("tells one's own channel", async () => {
      const { status, json } = await get(all)
      expect(status).to.equal(200)
      expect(json.kind).to.equal('youtube#channelListResponse')
      expect(json.items).to.have.length(1)
      const [channel] = json.items
      expect(channel.snippet).to.include({ title: 'Nora Videos', customUrl: '@nora.videos' })
      expect(channel.snippet.thumbnails).to.have.all.keys('default', 'medium', 'high')
      expect(channel.statistics).to.deep.equal({
        viewCount: '6035',
        subscriberCount: '1840',
        hiddenSubscriberCount: false,
        videoCount: '2',
      })
      expect(channel.contentDetails.relatedPlaylists.uploads).to.equal(uploads)
    })

    it('has no items for a person without a channel', async () => {
      const { status, json } = await get(all, await rig.token({ as: 'viewer.only' }))
      expect(status).to.equal(200)
      expect(json).to.not.have.property('items')
      expect(json.pageInfo.totalResults).to.equal(0)
    })

    it('keeps hidden subscribers to itself', async () => {
      const { json } = await get(all, lux)
      expect(json.items[0].statistics.hiddenSubscriberCount).to.equal(true)
      expect(json.items[0].statistics).to.not.have.property('subscriberCount')
    })

    it("tells only the parts asked for, and others' channels by id or handle", async () => {
      const { json } = await get('channels?part=id&part=snippet&forHandle=@bakery.lux')
      expect(json.items[0]).to.have.all.keys('kind', 'etag', 'id', 'snippet')
      expect((await get(`channels?part=id&id=${json.items[0].id},UCnobody`)).json.items).to.have.length(1)
    })

    it('tells only the fields asked for', async () => {
      const { json } = await get(`${all}&fields=items(id,snippet/title)`)
      expect(json).to.deep.equal({ items: [{ id: 'UCn0raFiLmsSandboxCh4nnA', snippet: { title: 'Nora Videos' } }] })
      expect((await get(`${all}&fields=items(id`)).status).to.equal(400)
    })

    it('tells nothing for fields that only objects of the language have', async () => {
      for (const name of ['__proto__', 'constructor'])
        expect((await get(`${all}&fields=${name}/shared,kind`)).json, name).to.have.all.keys('kind')
      expect([Object.prototype, Object]).to.satisfy((ours: object[]) => ours.every((one) => !('shared' in one)))
    })

    const rejections: [string, string, number, string][] = [
      ['no filter', 'channels?part=id', 400, 'missingRequiredParameter'],
      ['two filters', 'channels?part=id&mine=true&id=UC1', 400, 'incompatibleParameters'],
      ['no part', 'channels?mine=true', 400, 'missingRequiredParameter'],
      ['an invalid part', 'channels?part=status,likes&mine=true', 400, 'unknownPart'],
      ['an invalid parameter', 'channels?part=id&mine=true&limit=3', 400, 'badRequest'],
      ['a parameter named as a member of objects', 'channels?part=id&mine=true&constructor=5', 400, 'badRequest'],
      ['an invalid flag', 'channels?part=id&mine=yes', 400, 'badRequest'],
      ['too many results', 'channels?part=id&mine=true&maxResults=51', 400, 'invalidValue'],
      ['managed channels', 'channels?part=id&managedByMe=true', 403, 'channelForbidden'],
    ]
    for (const [what, path, status, why] of rejections) {
      it(`rejects ${what}`, async () => {
        const response = await get(path)
        expect([response.status, response.json.error.code, reason(response)]).to.deep.equal([status, status, why])
      })
    }
  })

  describe('playlistItems.list', () => {
    const list = `playlistItems?part=snippet,contentDetails,status&playlistId=${uploads}`

    it("lists one's uploads, newest first, private ones included", async () => {
      const { json } = await get(list)
      expect(json.items.map((item: Json) => item.contentDetails.videoId)).to.deep.equal([
        'n0raPr1vat1',
        'n0raUnl1st1',
        'n0raSn0wF1l',
        'n0raHarb0r1',
      ])
      expect(json.items[0].status.privacyStatus).to.equal('private')
      expect(json.items[0].contentDetails).to.not.have.property('videoPublishedAt')
      expect(json.items[3].snippet.resourceId).to.deep.equal({ kind: 'youtube#video', videoId: 'n0raHarb0r1' })
    })

    it('lists the later of two uploads of one millisecond first', async () => {
      const made = ['first', 'second', 'third'].map((text) => rig.network.person['post']?.({ as: 'first.waves', text }))
      const playlist = 'UUfIrstWavesSandboxChan3'
      const { json } = await get(`playlistItems?part=contentDetails&playlistId=${playlist}&maxResults=3`)
      const ids = json.items.map((item: Json) => ({ id: item.contentDetails.videoId }))
      expect(ids).to.deep.equal(made.toReversed())
    })

    it("lists others' public uploads only", async () => {
      const { json } = await get(list, lux)
      expect(json.items.map((item: Json) => item.contentDetails.videoId)).to.deep.equal(['n0raSn0wF1l', 'n0raHarb0r1'])
    })

    it('pages there and back', async () => {
      const first = (await get(`${list}&maxResults=3`)).json
      expect(first.pageInfo).to.deep.equal({ totalResults: 4, resultsPerPage: 3 })
      expect(first).to.not.have.property('prevPageToken')
      const second = (await get(`${list}&maxResults=3&pageToken=${first.nextPageToken}`)).json
      expect(second.items.map((item: Json) => item.snippet.position)).to.deep.equal([3])
      expect(second).to.not.have.property('nextPageToken')
      const back = (await get(`${list}&maxResults=3&pageToken=${second.prevPageToken}`)).json
      expect(back.items).to.deep.equal(first.items)
    })

    it('finds items by their id', async () => {
      const [item] = (await get(list)).json.items
      expect((await get(`playlistItems?part=id&id=${item.id}`)).json.items[0].id).to.equal(item.id)
    })

    const rejections: [string, string, number, string][] = [
      ['no filter', 'playlistItems?part=id', 400, 'missingRequiredParameter'],
      ['id and playlist together', `${list}&id=x`, 400, 'incompatibleParameters'],
      ['a playlist nobody has', 'playlistItems?part=id&playlistId=UUnobody', 404, 'playlistNotFound'],
      [
        'the playlist of a channel without uploads',
        'playlistItems?part=id&playlistId=UUfReshStartSandboxChn2w',
        404,
        'playlistNotFound',
      ],
      ['an item nobody has', 'playlistItems?part=id&id=x', 404, 'playlistItemNotFound'],
      ['an invalid page token', `${list}&pageToken=CAUQAA`, 400, 'invalidPageToken'],
      ['an invalid number', `${list}&maxResults=many`, 400, 'badRequest'],
    ]
    for (const [what, path, status, why] of rejections) {
      it(`rejects ${what}`, async () => {
        const response = await get(path)
        expect([response.status, reason(response)]).to.deep.equal([status, why])
      })
    }
  })

  describe('videos.list', () => {
    it('tells videos in the order asked for and leaves unknown ids out', async () => {
      const { json } = await get(
        'videos?part=snippet,statistics,status,contentDetails&id=n0raSn0wF1l,nobodyknows,n0raHarb0r1',
      )
      expect(json.items.map(({ id }: Json) => id)).to.deep.equal(['n0raSn0wF1l', 'n0raHarb0r1'])
      const [, video] = json.items
      expect(video.snippet).to.include({ title: 'The harbour at five', categoryId: '1', channelTitle: 'Nora Videos' })
      expect(video.snippet.tags).to.deep.equal(['harbour', 'slow video'])
      expect(video.statistics).to.include({ viewCount: '5120', likeCount: '311', commentCount: '2' })
      expect(video.contentDetails.duration).to.equal('PT3M34S')
      expect(video.status).to.include({
        uploadStatus: 'processed',
        privacyStatus: 'public',
        selfDeclaredMadeForKids: false,
      })
    })

    it("tells nobody else's private videos, but unlisted ones", async () => {
      const { json } = await get('videos?part=status&id=n0raPr1vat1,n0raUnl1st1', lux)
      expect(json.items.map(({ id }: Json) => id)).to.deep.equal(['n0raUnl1st1'])
      expect(json.items[0].status).to.not.have.property('selfDeclaredMadeForKids')
    })

    it('counts no comments where they are off', async () => {
      const { json } = await get('videos?part=statistics&id=bakeQu1etO1')
      expect(json.items[0].statistics).to.not.have.property('commentCount')
    })

    const rejections: [string, string, number, string][] = [
      ['no filter', 'videos?part=id', 400, 'missingRequiredParameter'],
      ['two filters', 'videos?part=id&id=a&myRating=like', 400, 'incompatibleParameters'],
      [
        'more than fifty ids',
        `videos?part=id&id=${Array.from({ length: 51 }, (_, index) => `v${index}`)}`,
        400,
        'invalidFilters',
      ],
      ['an invalid rating', 'videos?part=id&myRating=love', 400, 'badRequest'],
      ['a chart it does not keep', 'videos?part=id&chart=mostPopular', 404, 'videoChartNotFound'],
      ["another's processing", 'videos?part=processingDetails&id=bakeSourd01', 403, 'forbidden'],
      ['no results', 'videos?part=id&id=n0raHarb0r1&maxResults=0', 400, 'invalidValue'],
    ]
    for (const [what, path, status, why] of rejections) {
      it(`rejects ${what}`, async () => {
        const response = await get(path)
        expect([response.status, reason(response)]).to.deep.equal([status, why])
      })
    }
  })

  describe('videos.delete', () => {
    it("deletes one's own video for good", async () => {
      const own = await startRig()
      try {
        const token = await own.token()
        const gone = await own.api('/youtube/v3/videos?id=n0raHarb0r1', token, { method: 'DELETE' })
        expect([gone.status, gone.text]).to.deep.equal([204, ''])
        expect((await own.api('/youtube/v3/videos?part=id&id=n0raHarb0r1', token)).json.items).to.deep.equal([])
        const again = await own.api('/youtube/v3/videos?id=n0raHarb0r1', token, { method: 'DELETE' })
        expect([again.status, reason(again)]).to.deep.equal([404, 'videoNotFound'])
        const left = (await own.state()).comments.filter(({ deleted }: Json) => !deleted)
        expect(left.map(({ postId }: Json) => postId)).to.not.include('n0raHarb0r1')
      } finally {
        await own.close()
      }
    })

    it("rejects another's video, no id, and a token for uploads only", async () => {
      const remove = (query: string, token = nora) => rig.api(`/youtube/v3/videos${query}`, token, { method: 'DELETE' })
      expect(reason(await remove('?id=bakeSourd01'))).to.equal('forbidden')
      expect(reason(await remove(''))).to.equal('missingRequiredParameter')
      const upload = await rig.token({ query: { scope: scope('youtube.upload') } })
      expect(reason(await remove('?id=n0raHarb0r1', upload))).to.equal('insufficientPermissions')
    })
  })

  describe('every call', () => {
    it('needs a token that is good', async () => {
      const none = await rig.call('/youtube/v3/channels?part=id&mine=true')
      expect([none.status, reason(none), none.json.error.status]).to.deep.equal([401, 'required', 'UNAUTHENTICATED'])
      const bad = await get('channels?part=id&mine=true', 'ya29.nothing')
      expect([bad.status, reason(bad)]).to.deep.equal([401, 'authError'])
      expect(bad.headers.get('www-authenticate')).to.include('invalid_token')
      expect((await rig.call('/youtube/v3/channels?part=id&mine=true&key=AIza')).status).to.equal(400)
    })

    it('needs a scope of the method', async () => {
      const token = await rig.token({ query: { scope: scope('youtube.upload') } })
      const response = await get('channels?part=id&mine=true', token)
      expect([response.status, reason(response)]).to.deep.equal([403, 'insufficientPermissions'])
      expect(response.json.error.details[0].reason).to.equal('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
      expect((await get('channels?part=id&mine=true', await rig.token(readonly))).status).to.equal(200)
    })

    it('is 404 where there is no method', async () => {
      const response = await get('nothing?part=id')
      expect([response.status, response.json.error.code]).to.deep.equal([404, 404])
    })
  })
})
