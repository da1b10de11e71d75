import { expect } from 'chai'
import type { PublicMedia } from '../../src/service.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('GET /media/{token} with If-None-Match', () => {
  let gateway: TestGateway
  let isOpen = true
  let noted = 0
  const media: PublicMedia = {
    contentType: 'image/png',
    bytes: 5,
    sha256: 'abc',
    async *open() {
      yield Buffer.from('bytes')
    },
    async noteHeld() {
      noted++
      return isOpen
    },
  }
  before(async () => {
    gateway = await startGateway({ replace: () => ({ openPublicMedia: async () => media }) })
  })
  after(() => gateway.close())

  async function ask(tag: string) {
    noted = 0
    const headers = { 'if-none-match': tag }
    const {
      status,
      headers: received,
      text,
    } = await gateway.ask('GET', '/media/good', { authorization: null, headers })
    return { status, tag: received.get('etag'), hasBytes: text === 'bytes', noted }
  }

  it('304: the file is the same, which is recorded as fetched', async () => {
    expect(await ask('"abc"')).to.deep.equal({ status: 304, tag: '"abc"', hasBytes: false, noted: 1 })
  })

  it('200: it is another one', async () => {
    expect(await ask('"other"')).to.deep.equal({ status: 200, tag: '"abc"', hasBytes: true, noted: 0 })
  })

  it('404: the URL was closed meanwhile', async () => {
    isOpen = false
    expect(await ask('"abc"')).to.deep.equal({ status: 404, tag: null, hasBytes: false, noted: 1 })
  })
})
