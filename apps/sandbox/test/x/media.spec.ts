import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { box, videoAtRate } from '../mp4.ts'
import { animation, imageFile, video } from './files.ts'
import { type Json, startX } from './start.ts'

const MIB = 1024 * 1024

describe('X: media', () => {
  const x = eachTest(startX)
  let token: string

  beforeEach(async () => {
    token = (await x.connect()).access
  })

  const send = (path: string, json: unknown, as = token) => x.call('POST', path, { token: as, json })
  const upload = async (bytes: Buffer, category = 'tweet_image', as = token) =>
    send('/2/media/upload', { media: bytes.toString('base64'), media_category: category }, as)
  const begin = (announced: Record<string, unknown>) => send('/2/media/upload/initialize', announced)
  const append = (id: string, index: number, bytes: Buffer) =>
    send(`/2/media/upload/${id}/append`, { media: bytes.toString('base64'), segment_index: index })
  const finish = (id: string) => send(`/2/media/upload/${id}/finalize`, {})
  const status = (id: string, as = token) =>
    x.call('GET', `/2/media/upload?command=STATUS&media_id=${id}`, { token: as })
  const post = (ids: string[], as = token) =>
    send('/2/tweets', { text: `look ${ids[0]}`, media: { media_ids: ids } }, as)
  const idOf = (body: Json) => String(body['data']?.['id'])

  async function chunked(bytes: Buffer, { type = 'video/mp4', category = 'tweet_video', chunk = MIB } = {}) {
    const id = idOf((await begin({ media_type: type, total_bytes: bytes.length, media_category: category })).body)
    for (let at = 0; at < bytes.length; at += chunk) {
      expect((await append(id, at / chunk, bytes.subarray(at, at + chunk))).status).to.equal(200)
    }
    return { id, finished: await finish(id) }
  }

  describe('in one shot', () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      it(`takes a ${format} as JSON`, async () => {
        const bytes = await imageFile(format)
        const { status: code, body } = await upload(bytes)
        expect(code).to.equal(200)
        const id = idOf(body)
        expect(body['data']).to.deep.equal({
          id,
          media_key: `3_${id}`,
          size: bytes.length,
          expires_after_secs: 86_400,
          image: { image_type: `image/${format}`, w: 8, h: 6 },
        })
      })
    }

    it('takes a multipart form with a file', async () => {
      const bytes = await imageFile('png')
      const form = new FormData()
      form.set('media', new Blob([new Uint8Array(bytes)]), 'bell.png')
      form.set('media_category', 'tweet_image')
      const { status: code, body } = await x.call('POST', '/2/media/upload', { token, form })
      expect([code, Number(body['data']?.['size'])]).to.deep.equal([200, bytes.length])
    })

    it('rejects bodies that are not its own', async () => {
      const media = (await imageFile('png')).toString('base64')
      const bodies: Record<string, unknown>[] = [
        { media },
        { media_category: 'tweet_image' },
        { media: '', media_category: 'tweet_image' },
        { media: '***', media_category: 'tweet_image' },
        { media, media_category: 'amplify_video' },
        { media, media_category: 'tweet_image', command: 'INIT' },
        { media: Buffer.from('no image').toString('base64'), media_category: 'tweet_image' },
        { media: video().toString('base64'), media_category: 'tweet_image' },
        { media, media_category: 'tweet_gif' },
        { media, media_category: 'tweet_image', media_type: 'image/jpeg' },
      ]
      for (const json of bodies) {
        const { status: code, body } = await send('/2/media/upload', json)
        expect([Object.keys(json).join(), code, body['title']]).to.deep.equal([
          Object.keys(json).join(),
          400,
          'Invalid Request',
        ])
      }
      const old = new FormData()
      old.set('command', 'INIT')
      expect((await x.call('POST', '/2/media/upload', { token, form: old })).status).to.equal(400)
      const odd = new FormData()
      odd.set('media', new Blob([new Uint8Array(await imageFile('png'))]), 'bell.png')
      odd.set('media_category', 'tweet_image')
      odd.set('__proto__', 'x')
      expect((await x.call('POST', '/2/media/upload', { token, form: odd })).status).to.equal(400)
      expect(x.state().uploads).to.deep.equal([])
    })

    for (const category of ['tweet_image', 'dm_image']) {
      it(`has no status of an image, which is not processed: ${category}`, async () => {
        const { body } = await upload(await imageFile('png'), category)
        const { status: code, body: rejected } = await status(String(body['data']?.['id']))
        expect([code, JSON.stringify(rejected).includes('BadRequest: Not found')]).to.deep.equal([400, true])
      })
    }

    it('rejects images above 5 MB', async () => {
      const padded = (size: number, bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
      const png = await imageFile('png')
      expect((await upload(padded(5 * MIB, png))).status).to.equal(200)
      expect((await upload(padded(5 * MIB + 1, png))).status).to.equal(400)
    })

    it('needs media.write', async () => {
      const narrow = (await x.connect(undefined, 'tweet.read tweet.write users.read')).access
      const { status: code, body } = await upload(await imageFile('png'), 'tweet_image', narrow)
      expect(code).to.equal(403)
      expect(body['detail']).to.include('media.write')
    })
  })

  describe('in chunks', () => {
    it('takes a video, works on it, and lets a post carry it afterwards', async () => {
      const bytes = video({ filler: 2 * MIB })
      const { id, finished } = await chunked(bytes)
      expect(finished.body['data']).to.deep.include({
        id,
        media_key: `7_${id}`,
        size: bytes.length,
        expires_after_secs: 86_400,
      })
      expect(finished.body['data']?.['processing_info']).to.deep.equal({ state: 'pending', check_after_secs: 2 })
      expect((await post([id])).status).to.equal(400)
      x.advance(1_000)
      expect((await status(id)).body['data']?.['processing_info']).to.deep.equal({
        state: 'in_progress',
        check_after_secs: 1,
        progress_percent: 50,
      })
      x.advance(1_000)
      expect((await status(id)).body['data']?.['processing_info']).to.deep.equal({
        state: 'succeeded',
        progress_percent: 100,
      })
      expect((await post([id])).status).to.equal(201)
      expect(x.state().posts[0]?.media[0]).to.include({
        contentType: 'video/mp4',
        bytes: bytes.length,
        width: 640,
        height: 360,
      })
    })

    it('tells how long an upload stays open', async () => {
      const { body } = await begin({ media_type: 'video/mp4', total_bytes: 10, media_category: 'tweet_video' })
      expect(body['data']).to.include({ expires_after_secs: 1_295_999 })
      const response = await append(idOf(body), 0, Buffer.alloc(10))
      expect(response.body).to.deep.equal({ data: { expires_at: Math.floor(x.now() / 1000) + 1_295_999 } })
    })

    it('takes chunks as forms, puts them in order, and a chunk again', async () => {
      const bytes = video()
      const id = idOf(
        (await begin({ media_type: 'video/mp4', total_bytes: bytes.length, media_category: 'tweet_video' })).body,
      )
      const part = (index: number, chunk: Buffer) => {
        const form = new FormData()
        form.set('segment_index', String(index))
        form.set('media', new Blob([new Uint8Array(chunk)]), 'chunk')
        return x.call('POST', `/2/media/upload/${id}/append`, { token, form })
      }
      expect((await part(1, bytes.subarray(600))).status).to.equal(200)
      expect((await part(0, Buffer.alloc(600))).status).to.equal(200)
      expect((await part(0, bytes.subarray(0, 600))).status).to.equal(200)
      expect((await finish(id)).status).to.equal(200)
      x.advance(2_000)
      expect((await status(id)).body['data']?.['processing_info']?.['state']).to.equal('succeeded')
    })

    it('makes a GIF of a GIF', async () => {
      const { id, finished } = await chunked(await imageFile('gif'), { type: 'image/gif', category: 'tweet_gif' })
      expect(finished.body['data']).to.include({ media_key: `16_${id}` })
      expect(finished.body['data']).to.have.property('processing_info')
      const png = await imageFile('png')
      const { finished: image } = await chunked(png, { type: 'image/png', category: 'tweet_image' })
      expect(image.body['data']).not.to.have.property('processing_info')
    })

    const announcements: Record<string, Record<string, unknown>> = {
      'no type': { total_bytes: 10, media_category: 'tweet_video' },
      'no size': { media_type: 'video/mp4', media_category: 'tweet_video' },
      'size zero': { media_type: 'video/mp4', total_bytes: 0, media_category: 'tweet_video' },
      'a size in words': { media_type: 'video/mp4', total_bytes: '10', media_category: 'tweet_video' },
      'an unknown type': { media_type: 'video/avi', total_bytes: 10, media_category: 'tweet_video' },
      'an unknown category': { media_type: 'video/mp4', total_bytes: 10, media_category: 'video' },
      'more than 512 MB of video': {
        media_type: 'video/mp4',
        total_bytes: 512 * MIB + 1,
        media_category: 'tweet_video',
      },
      'more than 15 MB of GIF': { media_type: 'image/gif', total_bytes: 15 * MIB + 1, media_category: 'tweet_gif' },
      'more than 5 MB of image': { media_type: 'image/png', total_bytes: 5 * MIB + 1, media_category: 'tweet_image' },
      'a command': { command: 'INIT', media_type: 'video/mp4', total_bytes: 10, media_category: 'tweet_video' },
    }
    for (const [name, announced] of Object.entries(announcements)) {
      it(`does not begin with ${name}`, async () => {
        expect((await begin(announced)).status).to.equal(400)
      })
    }

    it('rejects chunks that are too large, too many, out of range or empty', async () => {
      const announced = { media_type: 'video/mp4', total_bytes: 6 * MIB, media_category: 'tweet_video' }
      const id = idOf((await begin(announced)).body)
      expect((await append(id, 0, Buffer.alloc(5 * MIB + 1))).status).to.equal(400)
      expect((await append(id, 0, Buffer.alloc(5 * MIB))).status).to.equal(200)
      expect((await append(id, 1, Buffer.alloc(MIB + 1))).status).to.equal(400)
      expect((await append(id, 1000, Buffer.alloc(1))).status).to.equal(400)
      expect((await append(id, 1, Buffer.alloc(0))).status).to.equal(400)
      expect((await append('1', 0, Buffer.alloc(1))).status).to.equal(400)
    })

    it('does not finish without an empty JSON object', async () => {
      const png = await imageFile('png')
      const id = idOf(
        (await begin({ media_type: 'image/png', total_bytes: png.length, media_category: 'tweet_image' })).body,
      )
      await append(id, 0, png)
      expect((await x.call('POST', `/2/media/upload/${id}/finalize`, { token })).status).to.equal(400)
      expect((await send(`/2/media/upload/${id}/finalize`, { command: 'FINALIZE' })).status).to.equal(400)
      expect((await finish(id)).status).to.equal(200)
      expect((await finish(id)).status).to.equal(400)
      expect((await append(id, 1, Buffer.alloc(1))).status).to.equal(400)
    })

    it('does not finish with gaps, with too little, and with what was not announced', async () => {
      const bytes = video()
      const announced = { media_type: 'video/mp4', total_bytes: bytes.length, media_category: 'tweet_video' }
      const gap = idOf((await begin(announced)).body)
      await append(gap, 1, bytes)
      expect((await finish(gap)).status).to.equal(400)
      const short = idOf((await begin(announced)).body)
      await append(short, 0, bytes.subarray(0, 100))
      expect((await finish(short)).status).to.equal(400)
      const { finished } = await chunked(await imageFile('png'))
      expect(finished.status).to.equal(400)
      expect((await chunked(bytes, { type: 'video/quicktime' })).finished.status).to.equal(400)
    })

    for (const brand of ['heic', 'mif1', 'avif']) {
      it(`takes no image of the brand ${brand}, which is in the container of videos, as a video`, async () => {
        const bytes = box('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from('mif1'))
        for (const { status: code, body } of [(await chunked(bytes)).finished, await upload(bytes)]) {
          expect(code).to.equal(400)
          expect(body['errors']?.[0]?.['parameters']).to.deep.equal({ media: ['image/heif'] })
        }
      })
    }

    const videos: Record<string, Buffer> = {
      'is longer than 140 seconds': video({ seconds: 141 }),
      'is too wide': video({ width: 1300, height: 400 }),
      'has more than 60 frames a second': videoAtRate({ width: 640, height: 360, seconds: 2 }, 61),
      'cannot be read': Buffer.concat([video().subarray(0, 24), Buffer.alloc(100)]),
    }
    for (const [name, bytes] of Object.entries(videos)) {
      it(`fails in the work when a video ${name}`, async () => {
        const { id, finished } = await chunked(bytes)
        expect(finished.status).to.equal(200)
        x.advance(2_000)
        const info = (await status(id)).body['data']?.['processing_info']
        expect(info?.['state']).to.equal('failed')
        expect(info?.['error']).to.include({ name: 'InvalidMedia' })
        expect((await post([id])).status).to.equal(400)
      })
    }

    const gifs: Record<string, [Buffer, 'succeeded' | 'failed']> = {
      'of 1280x1080': [animation({ width: 1280, height: 1080 }), 'succeeded'],
      'of more than 1280 in width': [animation({ width: 1281, height: 1080 }), 'failed'],
      'of more than 1080 in height': [animation({ width: 1280, height: 1081 }), 'failed'],
      'of 350 frames': [animation({ frames: 350 }), 'succeeded'],
      'of 351 frames': [animation({ frames: 351 }), 'failed'],
      'of 299,980,800 pixels': [animation({ width: 1280, height: 1080, frames: 217 }), 'succeeded'],
      'of more than 300 million pixels': [animation({ width: 1280, height: 1080, frames: 218 }), 'failed'],
    }
    for (const [name, [bytes, state]] of Object.entries(gifs)) {
      it(`${state === 'failed' ? 'fails in the work for' : 'takes'} a GIF ${name}`, async () => {
        const { id } = await chunked(bytes, { type: 'image/gif', category: 'tweet_gif' })
        x.advance(2_000)
        expect((await status(id)).body['data']?.['processing_info']?.['state']).to.equal(state)
      })
    }

    it('rejects the status of nothing, and other commands', async () => {
      expect((await status('1')).status).to.equal(400)
      expect((await x.call('GET', '/2/media/upload', { token })).status).to.equal(400)
      expect((await x.call('GET', '/2/media/upload?command=INIT&media_id=1', { token })).status).to.equal(400)
    })
  })
})
