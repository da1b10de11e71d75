import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { type Json, startRig } from './rig.ts'
import { metadata, put, session, uploader } from './upload-steps.ts'
import { video } from './video.ts'

const step = 256 * 1024

describe('youtube: sending a video', () => {
  const rig = eachTest(startRig)
  let token: string

  beforeEach(async () => {
    token = await uploader(rig)
  })

  const newest = async () => (await rig.state()).posts[0]
  const begun = (bytes: number, query = '') =>
    session(rig, { token, query, headers: { 'x-upload-content-length': String(bytes) } })

  it('accepts it in one request and returns the video', async () => {
    const bytes = video({ bytes: 3000 })
    const { status, json } = await put(rig, await begun(bytes.length), bytes)
    expect(status).to.equal(201)
    expect(json).to.have.all.keys('kind', 'etag', 'id', 'snippet', 'status')
    expect(json.kind).to.equal('youtube#video')
    expect(json.id).to.match(/^[\w-]{11}$/)
    expect(json.snippet).to.include({ title: 'A walk', channelId: 'UCn0raFiLmsSandboxCh4nnA' })
    expect(json.status).to.include({
      uploadStatus: 'uploaded',
      privacyStatus: 'public',
      selfDeclaredMadeForKids: false,
    })
  })

  it('holds every field that arrived', async () => {
    const body = {
      snippet: { ...metadata.snippet, defaultLanguage: 'en' },
      status: {
        ...metadata.status,
        privacyStatus: 'unlisted',
        selfDeclaredMadeForKids: true,
        containsSyntheticMedia: true,
        license: 'creativeCommon',
        embeddable: false,
      },
    }
    const bytes = video()
    const response = await put(rig, await session(rig, { token, body, query: '&notifySubscribers=false' }), bytes)
    expect(await newest()).to.deep.include({
      id: response.json.id,
      accountId: 'UCn0raFiLmsSandboxCh4nnA',
      text: 'A walk',
      description: 'Along the sea',
      tags: ['walk', 'the sea'],
      categoryId: '22',
      defaultLanguage: 'en',
      privacyStatus: 'unlisted',
      madeForKids: true,
      containsSyntheticMedia: true,
      license: 'creativeCommon',
      embeddable: false,
      publishAt: null,
      notifySubscribers: false,
      uploadStatus: 'uploaded',
    })
    const [media] = (await newest()).media
    expect(media).to.include({ contentType: 'video/mp4', bytes: bytes.length })
  })

  it('sees for itself that bytes of no special kind are a video', async () => {
    const address = await session(rig, { token, headers: { 'x-upload-content-type': 'application/octet-stream' } })
    await put(rig, address, video())
    expect((await newest()).media[0].contentType).to.equal('video/mp4')
  })

  it('takes it in stretches and tells how far it got', async () => {
    const bytes = video({ bytes: 2 * step + 1000 })
    const address = await begun(bytes.length)
    const total = bytes.length
    const before = await put(rig, address, null, `bytes */${total}`)
    expect([before.status, before.headers.get('range')]).to.deep.equal([308, null])
    const first = await put(rig, address, bytes.subarray(0, step), `bytes 0-${step - 1}/${total}`)
    expect([first.status, first.headers.get('range'), first.text]).to.deep.equal([308, `bytes=0-${step - 1}`, ''])
    const second = await put(rig, address, bytes.subarray(step, 2 * step), `bytes ${step}-${2 * step - 1}/${total}`)
    expect(second.headers.get('range')).to.equal(`bytes=0-${2 * step - 1}`)
    const asked = await put(rig, address, null, `bytes */${total}`)
    expect([asked.status, asked.headers.get('range')]).to.deep.equal([308, `bytes=0-${2 * step - 1}`])
    const last = await put(rig, address, bytes.subarray(2 * step), `bytes ${2 * step}-${total - 1}/${total}`)
    expect(last.status).to.equal(201)
    expect((await newest()).media[0].bytes).to.equal(total)
  })

  it('takes stretches of a video of unknown length', async () => {
    const bytes = video({ bytes: step + 10 })
    const address = await session(rig, { token })
    expect((await put(rig, address, bytes.subarray(0, step), `bytes 0-${step - 1}/*`)).status).to.equal(308)
    expect((await put(rig, address, null, 'bytes */*')).status).to.equal(308)
    const range = `bytes ${step}-${bytes.length - 1}/${bytes.length}`
    expect((await put(rig, address, bytes.subarray(step), range)).status).to.equal(201)
  })

  it('keeps what it has when a stretch comes twice', async () => {
    const bytes = video({ bytes: 2 * step })
    const address = await begun(bytes.length)
    await put(rig, address, bytes.subarray(0, step), `bytes 0-${step - 1}/${bytes.length}`)
    await put(rig, address, bytes.subarray(0, step), `bytes 0-${step - 1}/${bytes.length}`)
    const last = await put(rig, address, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`)
    expect(last.status).to.equal(201)
    expect((await newest()).media[0].bytes).to.equal(bytes.length)
  })

  it('makes one video of one session, whichever client repeats the request', async () => {
    const bytes = video()
    const address = await begun(bytes.length)
    const first = await put(rig, address, bytes)
    const asked = await put(rig, address, null, `bytes */${bytes.length}`)
    expect([asked.status, asked.json.id]).to.deep.equal([200, first.json.id])
    expect((await put(rig, address, bytes)).json.id).to.equal(first.json.id)
    expect((await rig.state()).posts.filter(({ text }: Json) => text === 'A walk')).to.have.length(1)
  })

  it('makes one video of one session even when its bytes come twice at once', async () => {
    const bytes = video()
    const address = await begun(bytes.length)
    const responses = await Promise.all([put(rig, address, bytes), put(rig, address, bytes)])
    expect(new Set(responses.map(({ json }) => json.id)).size).to.equal(1)
  })

  it('makes no video while its file cannot be stored, and makes it of the same session then', async () => {
    const bytes = video()
    const address = await begun(bytes.length)
    rig.isStoreFull = true
    expect((await put(rig, address, bytes)).status).to.equal(500)
    expect((await rig.state()).posts.filter(({ text }: Json) => text === 'A walk')).to.have.length(0)
    rig.isStoreFull = false
    expect((await put(rig, address, bytes)).status).to.equal(201)
    expect((await newest()).media[0].bytes).to.equal(bytes.length)
  })

  it('keeps whole steps of a stretch that broke off', async () => {
    const total = 4 * step
    const address = new URL(await begun(total))
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    socket.write(
      `PUT ${address.pathname}${address.search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${total}\r\nContent-Range: bytes 0-${total - 1}/${total}\r\n\r\n`,
    )
    const bytes = video({ bytes: total })
    await new Promise<void>((resolve) => socket.write(bytes.subarray(0, step + 5000), () => resolve()))
    socket.end()
    let asked = await put(rig, address.href, null, `bytes */${total}`)
    for (let tries = 0; tries < 200 && asked.headers.get('range') === null; tries += 1)
      asked = await put(rig, address.href, null, `bytes */${total}`)
    expect([asked.status, asked.headers.get('range')]).to.deep.equal([308, `bytes=0-${step - 1}`])
    const rest = await put(rig, address.href, bytes.subarray(step), `bytes ${step}-${total - 1}/${total}`)
    expect(rest.status).to.equal(201)
  })

  const rejections: [string, Buffer | null, string, number][] = [
    ['a stretch that is not a multiple of 256 KiB', Buffer.alloc(1000), 'bytes 0-999/4000', 400],
    ['a stretch that leaves a gap', Buffer.alloc(1000), 'bytes 3000-3999/4000', 400],
    ['a stretch other than told', Buffer.alloc(1000), 'bytes 0-3999/4000', 400],
    ['another length than announced', Buffer.alloc(3000), 'bytes 0-2999/3000', 400],
    ['an invalid range', Buffer.alloc(1000), 'bytes=0-999', 400],
    ['a range backwards', Buffer.alloc(1000), 'bytes 999-0/4000', 400],
    ['a range beyond its total', Buffer.alloc(1000), 'bytes 0-999/500', 400],
    ['a question about another length', null, 'bytes */5000', 400],
    ['a question with bytes', Buffer.alloc(10), 'bytes */4000', 400],
  ]
  for (const [what, bytes, range, status] of rejections) {
    it(`rejects ${what} and stores nothing of it`, async () => {
      const address = await begun(4000)
      expect((await put(rig, address, bytes, range)).status).to.equal(status)
      const asked = await put(rig, address, null, 'bytes */4000')
      expect([asked.status, asked.headers.get('range')]).to.deep.equal([308, null])
    })
  }

  it('rejects what calls itself an image', async () => {
    const start = await rig.api('/upload/youtube/v3/videos?uploadType=resumable&part=snippet', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ snippet: { title: 'Hi' } }),
    })
    const response = await rig.call(start.headers.get('location') ?? '', {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(video()),
    })
    expect(response.status).to.equal(400)
  })

  it('knows no session it did not start, nor one a week later', async () => {
    const address = await begun(4000)
    expect((await put(rig, `${address}x`, video())).status).to.equal(404)
    rig.advance(7 * 86_400_000)
    expect((await put(rig, address, null, 'bytes */4000')).status).to.equal(404)
  })
})
