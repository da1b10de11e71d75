import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { type Json, startRig } from './rig.ts'
import { metadata, put, session, uploader } from './upload-steps.ts'
import { video } from './video.ts'

describe('youtube: what becomes of a video', () => {
  const rig = eachTest(() => startRig({ processingMs: 30_000 }))
  let token: string

  beforeEach(async () => {
    token = await uploader(rig)
  })

  async function upload(bytes: Buffer, status: Record<string, unknown> = {}): Promise<string> {
    const body = { ...metadata, status: { ...metadata.status, ...status } }
    return (await put(rig, await session(rig, { token, body }), bytes)).json.id
  }
  async function look(id: string, part = 'status,processingDetails', as = token): Promise<Json> {
    return (await rig.api(`/youtube/v3/videos?part=${part}&id=${id}`, as)).json.items[0]
  }

  it('is processed after a while', async () => {
    const id = await upload(video({ seconds: 65 }))
    rig.advance(29_999)
    const during = await look(id, 'status,processingDetails,contentDetails')
    expect(during.status.uploadStatus).to.equal('uploaded')
    expect(during.processingDetails.processingStatus).to.equal('processing')
    expect(during.contentDetails.duration).to.equal('P0D')
    rig.advance(1)
    const after = await look(id, 'status,processingDetails,contentDetails,fileDetails')
    expect(after.status.uploadStatus).to.equal('processed')
    expect(after.processingDetails.processingStatus).to.equal('succeeded')
    expect(after.contentDetails).to.include({ duration: 'PT1M5S', definition: 'hd' })
    expect(after.fileDetails.durationMs).to.equal('65000')
  })

  const failing: [string, Buffer, Record<string, string>][] = [
    ['fails when it is not a video', Buffer.alloc(5000, 'x'), { uploadStatus: 'failed', failureReason: 'invalidFile' }],
    ['fails when it is too small', video().subarray(0, 40), { uploadStatus: 'failed', failureReason: 'tooSmall' }],
    ['fails when it is empty', Buffer.alloc(0), { uploadStatus: 'failed', failureReason: 'emptyFile' }],
    ['fails as it says', video({ marker: 'sandbox:failed:codec' }), { uploadStatus: 'failed', failureReason: 'codec' }],
    [
      'is rejected as it says',
      video({ marker: 'sandbox:rejected:copyright' }),
      { uploadStatus: 'rejected', rejectionReason: 'copyright' },
    ],
  ]
  for (const [what, bytes, status] of failing) {
    it(what, async () => {
      const headers: Record<string, string> = { 'x-upload-content-length': String(bytes.length) }
      const { id } = (await put(rig, await session(rig, { token, headers }), bytes)).json
      expect((await look(id)).status.uploadStatus).to.equal('uploaded')
      rig.advance(30_000)
      const after = await look(id)
      expect(after.status).to.include(status)
      expect(after.processingDetails.processingStatus).to.equal(
        status['uploadStatus'] === 'failed' ? 'failed' : 'terminated',
      )
    })
  }

  it('turns public at its hour, and is private until then', async () => {
    const id = await upload(video(), { privacyStatus: 'private', publishAt: '2026-11-20T12:30:00Z' })
    const lux = await rig.token({ as: 'bakery.lux' })
    expect((await look(id)).status).to.include({ privacyStatus: 'private', publishAt: '2026-11-20T12:30:00Z' })
    expect(await look(id, 'status', lux)).to.equal(undefined)
    rig.advance(30 * 60_000)
    expect((await look(id)).status.privacyStatus).to.equal('public')
    expect((await look(id)).status).to.not.have.property('publishAt')
    expect((await look(id, 'snippet', lux)).snippet.publishedAt).to.equal('2026-11-20T12:30:00.000Z')
    const path = '/youtube/v3/playlistItems?part=contentDetails&playlistId=UUn0raFiLmsSandboxCh4nnA'
    const { items } = (await rig.api(path, token)).json
    expect(items[0].contentDetails).to.deep.equal({ videoId: id, videoPublishedAt: '2026-11-20T12:30:00.000Z' })
  })

  it('turns public at once when its hour is over', async () => {
    const id = await upload(video(), { privacyStatus: 'private', publishAt: '2026-11-19T12:00:00+01:00' })
    expect((await look(id)).status.privacyStatus).to.equal('public')
  })

  it('is the newest of the uploads playlist', async () => {
    const id = await upload(video())
    const path = '/youtube/v3/playlistItems?part=contentDetails&playlistId=UUn0raFiLmsSandboxCh4nnA'
    expect((await rig.api(path, token)).json.items[0].contentDetails.videoId).to.equal(id)
  })

  it('is locked to private without an audit', async () => {
    const unaudited = await startRig({ project: {} })
    try {
      const body = { ...metadata, status: { privacyStatus: 'private', publishAt: '2026-11-20T13:30:00Z' } }
      for (const one of [metadata, body]) {
        const upload = await uploader(unaudited)
        const { json } = await put(unaudited, await session(unaudited, { token: upload, body: one }), video())
        unaudited.advance(3_600_000)
        const post = (await unaudited.state()).posts.find(({ id }: Json) => id === json.id)
        expect(post).to.include({ privacyStatus: 'private', publishAt: null })
      }
    } finally {
      await unaudited.close()
    }
  })
})
