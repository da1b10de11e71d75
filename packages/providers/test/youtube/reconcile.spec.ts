import { expect } from 'chai'
import nock from 'nock'
import type { OpenCommit } from '../../src/ports/publish.ts'
import { youtubePublish } from '../../src/youtube/publish.ts'
import { initialState } from '../../src/youtube/publish-state.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { api, publishCall, videoPost } from './network.ts'
import { playlist, playlistItem, video } from './responses.ts'
import { mockPut, opened, stored } from './upload-mocks.ts'

describe('what became of a video whose response was lost', () => {
  intercept()

  const startedAt = new Date('2026-11-20T11:59:59.700Z')
  const open = (claimed: string[] = []): OpenCommit => ({
    step: 'upload-last-piece',
    startedAt,
    claimed: new Set(claimed),
    linksFetched: null,
  })
  const ask = (claimed?: string[], call = publishCall(videoPost({ title: ' Morning' }))) =>
    youtubePublish.reconcile(call, opened, open(claimed))
  const forgotten = () => mockPut('bytes */1000', 404, 'Not Found')
  const mockUploads = (items: unknown[], { next, token }: { next?: string; token?: string } = {}) =>
    nock(api)
      .get('/youtube/v3/playlistItems')
      .query((query) => query['pageToken'] === token)
      .reply(200, playlist(items, next))
  const since = { publishedAt: '2026-11-20T11:59:59Z' }

  for (const status of [200, 201]) {
    it(`is there when the upload's URL responds with ${status}`, async () => {
      mockPut('bytes */1000', status, video('vid-1'))
      expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
    })
  }

  it('is sent on from where it stopped, which makes no second video', async () => {
    mockPut('bytes */1000', ...stored(512))
    expect(await ask()).to.deep.equal({ kind: 'again', state: { ...opened, sent: 512 }, isAbsent: true })
  })

  it('is not shown to be absent when all its bytes are stored', async () => {
    mockPut('bytes */1000', ...stored(1000))
    expect(await ask()).to.deep.equal({ kind: 'again', state: { ...opened, sent: 1000 }, isAbsent: false })
  })

  it("is looked for among the channel's uploads once the upload is forgotten", async () => {
    const call = publishCall()
    forgotten()
    const older = playlistItem('vid-old', { publishedAt: '2026-11-20T11:59:54Z' })
    mockUploads([playlistItem('vid-2', { ...since, title: 'Evening' }), playlistItem('vid-1', since), older], {
      next: 'never asked for',
    })
    expect(await ask([], call)).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
    expect(call.taken).to.deep.equal(['youtube.units 1'])
  })

  it('is searched for since the first call if the call was repeated', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', { publishedAt: '2026-11-20T10:59:59Z' })])
    const repeated = { ...open(), startedAt: new Date(startedAt.getTime() - 3_600_000) }
    const found = await youtubePublish.reconcile(publishCall(), opened, repeated)
    expect(found).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
  })

  it('is found although YouTube joins the spaces of a title or composes its characters', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', { ...since, title: 'Caf\u00e9 at nine' })])
    const call = publishCall(videoPost({ title: 'Cafe\u0301  at nine ' }))
    expect(await ask([], call)).to.have.nested.property('state.videoId', 'vid-1')
  })

  it('is looked for on further pages while they are new', async () => {
    forgotten()
    mockUploads([playlistItem('vid-2', { ...since, title: 'Evening' })], { next: 'page-2' })
    mockUploads([playlistItem('vid-1', since)], { token: 'page-2' })
    expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
  })

  it('is absent when nothing new has its title, or only what another publish made', async () => {
    for (const items of [[], [playlistItem('vid-9', since)], [playlistItem('vid-old')]]) {
      forgotten()
      mockUploads(items)
      expect(await ask(['vid-9'])).to.deep.equal({ kind: 'absent' })
    }
  })

  it('is not absent after a response that is not from YouTube', async () => {
    forgotten()
    nock(api).get('/youtube/v3/playlistItems').query(true).reply(200, '<html>Blocked</html>')
    expect(await failureOf(ask())).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('is found although our clock is ahead', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', { publishedAt: '2026-11-20T11:59:57Z' })])
    expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
  })

  it('is looked for behind videos whose time cannot be read', async () => {
    forgotten()
    mockUploads([playlistItem('vid-2', { publishedAt: 'soon', title: 'Evening' })], { next: 'page-2' })
    mockUploads([playlistItem('vid-1', since)], { token: 'page-2' })
    expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
  })

  it('cannot be determined by a video with its title whose time cannot be read', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', { publishedAt: 'soon' })])
    expect(await ask()).to.have.property('kind', 'undecidable')
  })

  it('cannot be determined if there are more newer uploads than are read', async () => {
    forgotten()
    for (let page = 1; page <= 4; page++) {
      const place = page === 1 ? {} : { token: `page-${page}` }
      mockUploads([playlistItem('vid-2', { ...since, title: 'Evening' })], { next: `page-${page + 1}`, ...place })
    }
    expect(await ask()).to.have.property('kind', 'undecidable')
  })

  it('stays open while the video with its title may be that of another publish', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', since)])
    const asked = youtubePublish.reconcile(publishCall(), opened, { ...open(), mayBeOthers: true })
    expect(await failureOf(asked)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('is found once although a page repeats it', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', since)], { next: 'page-2' })
    mockUploads([playlistItem('vid-1', since)], { token: 'page-2' })
    expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
  })

  it('cannot be determined if several have its title', async () => {
    forgotten()
    mockUploads([playlistItem('vid-1', since), playlistItem('vid-2', since)])
    expect(await ask()).to.include({ kind: 'undecidable', isSeen: true })
  })

  it('is not a video from after the time at which it can have been sent', async () => {
    const later = { publishedAt: '2026-11-20T12:10:00Z' }
    const call = publishCall(videoPost({ title: 'Morning' }))
    const lost = { ...open(), until: new Date('2026-11-20T12:05:00Z') }
    mockUploads([playlistItem('vid-2', later)])
    expect(await youtubePublish.recover?.(call, initialState, lost)).to.deep.equal({ kind: 'absent' })
    mockUploads([playlistItem('vid-2', later), playlistItem('vid-1', since)])
    expect(await youtubePublish.recover?.(call, initialState, lost)).to.have.nested.property('state.videoId', 'vid-1')
  })

  it('stays open while YouTube cannot be asked', async () => {
    mockPut('bytes */1000', 503)
    expect(await failureOf(ask())).to.have.property('code', 'provider_error')
    forgotten()
    const error = await failureOf(ask([], publishCall(videoPost(), 'youtube.units')))
    expect(error).to.have.property('code', 'quota_exhausted')
  })
})
