import { expect } from 'chai'
import nock from 'nock'
import { youtubeDeletePost, youtubePosts } from '../../src/youtube/posts.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { accountCall, api, channelId } from './network.ts'
import { playlist, playlistItem, rejection, video, videos } from './responses.ts'

const bearer = { reqheaders: { authorization: 'Bearer ya29.access' } }

function mockUploads(query: Record<string, string>, body: object, status = 200) {
  return nock(api, bearer)
    .get('/youtube/v3/playlistItems')
    .query({ part: 'snippet,contentDetails', playlistId: 'UUtheChannel', maxResults: '50', ...query })
    .reply(status, body)
}

function mockVideos(part: string, id: string, body: object) {
  return nock(api, bearer).get('/youtube/v3/videos').query({ part, id }).reply(200, body)
}

describe("a YouTube channel's videos", () => {
  intercept()

  it('are listed with their figures in the order of the uploads, for two units a page', async () => {
    const call = accountCall()
    mockUploads({}, playlist([playlistItem('vid-b'), playlistItem('vid-a')], 'CDIQAA'))
    const hidden = { statistics: { viewCount: '0', favoriteCount: '0' }, snippet: { title: 'Quiet' } }
    mockVideos('snippet,statistics', 'vid-b,vid-a', videos(video('vid-a', hidden), video('vid-b')))
    const { posts, next } = await youtubePosts.list(call, null)
    expect(next).to.equal('CDIQAA')
    expect(posts).to.deep.equal([
      {
        providerId: 'vid-b',
        text: 'Morning',
        mediaType: 'video',
        thumbnailUrl: 'https://i.ytimg.example/m.jpg',
        permalink: 'https://www.youtube.com/watch?v=vid-b',
        publishedAt: '2026-11-20T11:00:00.000Z',
        metrics: { likes: 311, comments: 7, shares: null, views: 5120, saves: null, quotes: null },
      },
      {
        providerId: 'vid-a',
        text: 'Quiet',
        mediaType: 'video',
        thumbnailUrl: null,
        permalink: 'https://www.youtube.com/watch?v=vid-a',
        publishedAt: '2026-11-20T11:00:00.000Z',
        metrics: { likes: null, comments: null, shares: null, views: 0, saves: null, quotes: null },
      },
    ])
    expect(call.taken).to.deep.equal(['youtube.units 1', 'youtube.units 1'])
  })

  it('cost a unit for each attempt', async () => {
    const call = accountCall()
    mockUploads({}, rejection(503, 'backendError'), 503)
    mockUploads({}, playlist([]))
    await youtubePosts.list(call, null)
    expect(call.taken).to.deep.equal(['youtube.units 1', 'youtube.units 1'])
  })

  it('bring the title of the channel, which its user may have changed', async () => {
    const noted: object[] = []
    const call = { ...accountCall(), noteNames: async (names: object) => void noted.push(names) }
    const titled = (channel: string, channelTitle: string) => ({ snippet: { channelId: channel, channelTitle } })
    mockUploads({}, playlist([playlistItem('vid-a'), playlistItem('vid-b')]))
    const listed = [video('vid-a', titled('UCother', 'Other')), video('vid-b', titled(channelId, 'Evening'))]
    mockVideos('snippet,statistics', 'vid-a,vid-b', videos(...listed))
    await youtubePosts.list(call, null)
    mockUploads({}, playlist([]))
    await youtubePosts.list(call, null)
    expect(noted).to.deep.equal([
      { displayIdentifier: null, displayName: 'Evening' },
      { displayIdentifier: null, displayName: null },
    ])
    expect(call.taken).to.have.length(3)
  })

  it('go on where the last page ended, and leave out what is deleted', async () => {
    mockUploads({ pageToken: 'CDIQAA' }, playlist([playlistItem('vid-gone'), playlistItem('vid-c')]))
    mockVideos('snippet,statistics', 'vid-gone,vid-c', videos(video('vid-c')))
    const { posts, next } = await youtubePosts.list(accountCall(), 'CDIQAA')
    expect([posts.map(({ providerId }) => providerId), next]).to.deep.equal([['vid-c'], null])
  })

  it('are none before the first upload, when the playlist does not exist', async () => {
    mockUploads({}, rejection(404, 'playlistNotFound'), 404)
    expect(await youtubePosts.list(accountCall(), null)).to.deep.equal({ posts: [], next: null })
  })

  it('are not requested when the quota is used up', async () => {
    const error = await failureOf(youtubePosts.list(accountCall('youtube.units'), null))
    expect(error).to.have.property('code', 'quota_exhausted')
  })

  it('close the quota until the Pacific midnight when YouTube says that the quota is used up', async () => {
    const call = accountCall()
    mockUploads({}, rejection(403, 'quotaExceeded'), 403)
    const error = await failureOf(youtubePosts.list(call, null))
    expect(error).to.include({ code: 'quota_exhausted', outcome: 'rejected', retryAfter: 20 * 3600 })
    expect(error).to.have.property('message').that.contains('2026-11-21T08:00:00.000Z')
    expect(call.closed).to.deep.equal(['youtube.units'])
  })

  it('are asked for again after a failure of the network, being reads', async () => {
    mockUploads({}, {}, 503)
    mockUploads({}, playlist([]))
    expect(await youtubePosts.list(accountCall(), null)).to.deep.equal({ posts: [], next: null })
  })
})

describe('deleting a YouTube video', () => {
  intercept()

  it("deletes the channel's own for 50 units, after a look at whose it is", async () => {
    const call = accountCall()
    mockVideos('snippet', 'vid-a', videos(video('vid-a')))
    nock(api, bearer).delete('/youtube/v3/videos').query({ id: 'vid-a' }).reply(204)
    await youtubeDeletePost.delete(call, 'vid-a')
    expect(call.taken).to.deep.equal(['youtube.units 1', 'youtube.units 50'])
  })

  const foreign: [string, string, object][] = [
    ['is not there', 'vid-a', videos()],
    ["is another channel's", 'vid-a', videos(video('vid-a', { snippet: { channelId: 'UCother' } }))],
    ['is a list of ids', 'vid-a,vid-b', videos(video('vid-a'), video('vid-b'))],
  ]
  for (const [what, id, body] of foreign) {
    it(`returns post_not_found for one that ${what}, and deletes nothing`, async () => {
      const call = accountCall()
      mockVideos('snippet', id, body)
      expect(await failureOf(youtubeDeletePost.delete(call, id))).to.have.property('code', 'post_not_found')
      expect(call.taken).to.deep.equal(['youtube.units 1'])
    })
  }

  it('returns post_not_found when somebody else was faster', async () => {
    mockVideos('snippet', 'vid-a', videos(video('vid-a')))
    nock(api).delete('/youtube/v3/videos').query({ id: 'vid-a' }).reply(404, rejection(404, 'videoNotFound'))
    expect(await failureOf(youtubeDeletePost.delete(accountCall(), 'vid-a'))).to.have.property('code', 'post_not_found')
  })
})
