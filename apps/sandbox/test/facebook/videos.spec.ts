import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { FACEBOOK_APP } from '../../src/facebook/index.ts'
import { eachTest } from '../fixture.ts'
import { video } from '../meta/files.ts'
import { pageAccess, startRig, userToken } from '../meta/rig.ts'
import { videoAtRate } from '../mp4.ts'

const MIB = 1024 * 1024

describe('facebook: reels and videos', () => {
  const rig = eachTest(startRig)
  const page = eachTest(() => pageAccess(rig))

  const reels = (form: Record<string, string>) =>
    rig.post(`${page.url}/video_reels`, { access_token: page.token, ...form })
  const videos = (form: Record<string, string | Buffer>) =>
    rig.post(`${page.url}/videos`, { access_token: page.token, ...form })
  const status = async (id: string) => {
    const fields = 'status,permalink_url,post_id,published'
    return (await rig.get(`${rig.urls.facebook}/v25.0/${id}`, { access_token: page.token, fields })).body
  }

  function upload(url: string, bytes: Buffer, headers: Record<string, string> = {}) {
    const given = {
      authorization: `OAuth ${page.token}`,
      offset: '0',
      file_size: String(bytes.length),
      'content-type': 'application/octet-stream',
    }
    return rig.send(url, { method: 'POST', headers: { ...given, ...headers }, body: new Uint8Array(bytes) })
  }

  async function publishReel(bytes: Buffer): Promise<string> {
    const { body: started } = await reels({ upload_phase: 'start' })
    expect((await upload(started.upload_url, bytes)).body).to.deep.equal({ success: true })
    const { video_id } = started
    const { body } = await reels({ upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description: 'Dough' })
    expect(body).to.deep.equal({ success: true })
    return video_id
  }

  it('takes a reel through its phases', async () => {
    const id = await publishReel(video())
    const processing = await status(id)
    expect(processing.status.video_status).to.equal('processing')
    expect(processing.status.processing_phase.status).to.equal('in_progress')
    rig.advance(800)
    expect((await status(id)).status).to.deep.include({
      video_status: 'ready',
      publishing_phase: { status: 'in_progress', publish_status: 'published' },
    })
    rig.advance(800)
    const done = await status(id)
    expect(done.status.publishing_phase).to.include({ status: 'complete', publish_status: 'published' })
    expect(done.post_id).to.match(new RegExp(`^${page.id}_\\d+$`))
    const { body } = await rig.get(`${page.url}/video_reels`, {
      access_token: page.token,
      fields: 'id,description,updated_time,permalink_url',
    })
    expect(body.data[0]).to.include({ id, description: 'Dough', permalink_url: `/reel/${id}/` })
  })

  it('calls a reel processing whose bytes have arrived, before it is finished', async () => {
    const { body: started } = await reels({ upload_phase: 'start' })
    await upload(started.upload_url, video())
    const uploaded = (await status(started.video_id)).status
    expect(uploaded).to.deep.include({
      video_status: 'processing',
      processing_phase: { status: 'not_started' },
      publishing_phase: { status: 'not_started', publish_status: 'published' },
    })
    expect(uploaded.uploading_phase).to.include({ status: 'complete' })
    expect(uploaded).not.to.have.property('copyright_check_status')
  })

  const atRate = (rate: number) => videoAtRate({ width: 540, height: 960, seconds: 4 }, rate)
  const badReels: [string, Buffer, number][] = [
    ['of too few frames a second', atRate(15), 1363129],
    ['of too many frames a second', atRate(61), 1363129],
    ['too short', video({ seconds: 2 }), 1363128],
    ['too long', video({ seconds: 91 }), 1363128],
    ['too wide', video({ width: 1280, height: 720 }), 1363040],
    ['too small', video({ width: 360, height: 640 }), 1363127],
    ['no video', Buffer.from('not a video at all'), 352],
    ['cut off', video().subarray(0, 60), 6001],
  ]
  for (const [what, bytes, code] of badReels) {
    it(`fails a reel that is ${what}`, async () => {
      const id = await publishReel(bytes)
      rig.advance(800)
      const failed = (await status(id)).status
      expect(failed.video_status).to.equal('error')
      expect(failed.processing_phase.error.code).to.equal(code)
    })
  }

  for (const rate of [24, 60]) {
    it(`takes a reel of ${rate} frames a second`, async () => {
      const id = await publishReel(atRate(rate))
      rig.advance(800)
      expect((await status(id)).status.processing_phase.status).to.equal('complete')
    })
  }

  it('tells an interrupted upload where to go on', async () => {
    const bytes = video({ padding: 1000 })
    const { body: started } = await reels({ upload_phase: 'start' })
    const size = { file_size: String(bytes.length) }
    const partial = await upload(started.upload_url, bytes.subarray(0, 500), size)
    expect([partial.status, partial.body.debug_info.type]).to.deep.equal([400, 'PartialRequestError'])
    expect((await status(started.video_id)).status.uploading_phase).to.deep.include({
      status: 'in_progress',
      bytes_transfered: 500,
    })
    expect((await upload(started.upload_url, bytes, size)).body.debug_info.type).to.equal('OffsetInvalidError')
    const finish = { upload_phase: 'finish', video_id: started.video_id, video_state: 'PUBLISHED' }
    expect((await reels(finish)).body.error.code).to.equal(6000)
    const rest = await upload(started.upload_url, bytes.subarray(500), { ...size, offset: '500' })
    expect(rest.body).to.deep.equal({ success: true })
    expect((await reels(finish)).body).to.deep.equal({ success: true })
  })

  it('fetches a reel by file_url', async () => {
    rig.web.set('https://media.example/reel.mp4', { bytes: video(), contentType: 'video/mp4' })
    const { body } = await reels({ upload_phase: 'start' })
    const pull = (file_url: string) =>
      rig.send(body.upload_url, { method: 'POST', headers: { authorization: `OAuth ${page.token}`, file_url } })
    expect((await pull('https://media.example/none.mp4')).body.debug_info.type).to.equal('ProcessingFailedError')
    expect((await pull('https://media.example/reel.mp4')).body).to.deep.equal({ success: true })
  })

  it('rejects uploads without the Page token, and bad phases', async () => {
    const { body } = await reels({ upload_phase: 'start' })
    for (const authorization of ['', `Bearer ${page.token}`, `OAuth ${page.user}`]) {
      const { status: code } = await upload(body.upload_url, video(), { authorization })
      expect(code).to.equal(401)
    }
    const bad: Record<string, string>[] = [
      {},
      { upload_phase: 'middle' },
      { upload_phase: 'constructor' },
      { upload_phase: 'finish', video_id: '1', video_state: 'PUBLISHED' },
    ]
    for (const form of bad) expect((await reels(form)).body.error?.code).to.equal(100)
    expect((await videos({ upload_phase: 'constructor' })).body.error?.code).to.equal(100)
    const noState = { upload_phase: 'finish', video_id: body.video_id }
    expect((await reels(noState)).body.error.code).to.equal(100)
  })

  async function chunked(bytes: Buffer, details: Record<string, string>) {
    const { body: started } = await videos({ upload_phase: 'start', file_size: String(bytes.length) })
    expect(started.start_offset).to.equal('0')
    const { upload_session_id } = started
    let { start_offset, end_offset } = started
    while (start_offset !== end_offset) {
      const video_file_chunk = bytes.subarray(Number(start_offset), Number(end_offset))
      const { body } = await videos({ upload_phase: 'transfer', upload_session_id, start_offset, video_file_chunk })
      start_offset = body.start_offset
      end_offset = body.end_offset
    }
    return { id: started.video_id, finish: await videos({ upload_phase: 'finish', upload_session_id, ...details }) }
  }

  it('takes a video in pieces', async () => {
    const bytes = video({ width: 1280, height: 720, padding: 2 * MIB })
    const { id, finish } = await chunked(bytes, { title: 'Oven', description: 'A tour' })
    expect(finish.body).to.deep.equal({ success: true })
    rig.advance(1600)
    const done = await status(id)
    expect(done.status.publishing_phase.status).to.equal('completed')
    expect(done.status.uploading_phase.bytes_transferred).to.equal(bytes.length)
    const state = await rig.facebook.state()
    const held = (state['posts'] as Record<string, unknown>[]).find((one) => one['id'] === done.post_id)
    expect(held).to.include({ kind: 'video', title: 'Oven', description: 'A tour' })
    const { body } = await rig.get(`${page.url}/published_posts`, { access_token: page.token })
    expect(body.data[0].id).to.equal(done.post_id)
    expect((await rig.get(`${page.url}/videos`, { access_token: page.token })).body.data[0].id).to.equal(id)
  })

  it('rejects a wrong offset, a long title and an early finish', async () => {
    const bytes = video({ padding: 100 })
    const { body } = await videos({ upload_phase: 'start', file_size: String(bytes.length) })
    const { upload_session_id } = body
    const wrong = await videos({
      upload_phase: 'transfer',
      upload_session_id,
      start_offset: '7',
      video_file_chunk: bytes,
    })
    expect(wrong.body.error).to.deep.include({
      error_subcode: 1363037,
      error_data: { start_offset: '0', end_offset: String(bytes.length) },
    })
    expect((await videos({ upload_phase: 'finish', upload_session_id })).body.error.code).to.equal(6000)
    expect(
      (await videos({ upload_phase: 'transfer', upload_session_id: '1', start_offset: '0', video_file_chunk: bytes }))
        .body.error.code,
    ).to.equal(100)
    expect((await chunked(bytes, { title: 'x'.repeat(256) })).finish.body.error.code).to.equal(100)
  })

  it('counts the characters of a title, not the units that they are stored in', async () => {
    const titled = async (length: number) => (await chunked(video(), { title: '🍞'.repeat(length) })).finish.body
    expect(await titled(255)).to.deep.equal({ success: true })
    expect((await titled(256)).error.code).to.equal(100)
  })

  it('takes a video whole, by address and by upload handle', async () => {
    rig.web.set('https://media.example/v.mp4', { bytes: video(), contentType: 'video/mp4' })
    expect((await videos({ source: video(), title: 'T' })).body).to.have.keys('id')
    expect((await videos({ file_url: 'https://media.example/v.mp4' })).body).to.have.keys('id')
    expect((await videos({ file_url: 'https://media.example/none.mp4' })).body.error.code).to.equal(389)
    expect((await videos({ title: 'nothing' })).body.error.code).to.equal(6000)
    const bytes = video()
    const uploads = (token: string, file_type = 'video/mp4') => {
      const form = { file_name: 'v.mp4', file_length: String(bytes.length), file_type, access_token: token }
      return rig.post(`${rig.urls.facebook}/v25.0/${FACEBOOK_APP.id}/uploads`, form)
    }
    expect((await uploads(page.token)).body.error.code).to.equal(200)
    expect((await uploads(page.user, 'video/webm')).body.error.code).to.equal(100)
    const { body: opened } = await uploads(page.user)
    const other = await userToken(rig, { as: 'jun.sato' })
    const foreign = await rig.get(`${rig.urls.facebook}/v25.0/${opened.id}`, { access_token: other })
    expect([foreign.body.error.code, foreign.body.error.error_subcode]).to.deep.equal([100, 33])
    const headers = {
      authorization: `OAuth ${page.user}`,
      file_offset: '0',
      'content-type': 'application/octet-stream',
    }
    const filled = await rig.send(`${rig.urls.facebook}/v25.0/${opened.id}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bytes),
    })
    expect((await videos({ fbuploader_video_file_chunk: filled.body.h })).body).to.have.keys('id')
  })

  async function publishVideo(bytes: Buffer): Promise<string> {
    const { body } = await videos({ source: bytes, description: 'Up' })
    rig.advance(3_600_000)
    return body.id
  }

  it('leaves a vertical video a draft where Facebook does so', async () => {
    await rig.facebook.person['app']?.({ verticalDrafts: true })
    const draft = await status(await publishVideo(video()))
    expect(draft).to.include({ published: false })
    expect(draft).not.to.have.property('post_id')
    expect(draft.status).to.deep.include({
      video_status: 'ready',
      publishing_phase: { status: 'not_started', publish_status: 'draft' },
    })
    await rig.facebook.person['app']?.({ verticalDrafts: false })
    expect(await status(await publishVideo(video()))).to.include({ published: true })
  })

  it('goes no further after a check of copyrights that failed', async () => {
    await rig.facebook.person['app']?.({ stuckCopyrightCheck: true })
    const stuck = await status(await publishVideo(video()))
    expect(stuck.status).to.deep.include({ copyright_check_status: { status: 'error' } })
    expect(stuck.status.processing_phase).to.include({ status: 'not_started' })
    expect(stuck.published).to.equal(false)
  })

  it('does not serve the host that was once for videos', async () => {
    const url = new URL(`${rig.urls.facebook}/v25.0/${page.id}?access_token=${page.token}`)
    const [response] = await once(get(url, { headers: { host: 'graph-video.example' } }), 'response')
    expect(response.statusCode).to.equal(400)
    expect(JSON.parse(await text(response)).error.message).to.include('deprecated')
  })
})
