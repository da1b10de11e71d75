import { randomUUID } from 'node:crypto'
import { OutboundError } from '@carillon/outbound'
import { expect } from 'chai'
import { fetchItem } from '../../src/publishing/media/fetch-item.ts'
import { uploadAt } from '../../src/uploads/use-upload.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const path = `/api/v1/uploads/${randomUUID()}`
const unknown = { code: 'upload_not_found', status: 404 }

describe('the URL of an upload that does not exist', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness({}, { MEDIA_ALLOWED_ORIGINS: 'http://127.0.0.1:8090' })
  })
  after(() => harness.close())

  const at = (url: string) =>
    uploadAt(harness.context, url, { organizationId: harness.organizationId, announced: false })

  it('is reported as under PUBLIC_URL if it names the gateway in a way in which nothing can be fetched', async () => {
    const { protocol, host } = new URL(harness.context.config.publicUrl)
    const others = ['http://localhost:8080', 'http://gateway:8080', 'https://gateway', 'https://gateway.internal']
    const private_ = ['https://10.0.0.7', 'https://[fd00::7]', 'https://carillon.example.com:8443']
    for (const origin of [`${protocol}//${host}`, ...others, ...private_]) {
      expect(await rejection(at(`${origin}${path}`)), origin).to.include(unknown)
    }
  })

  it('is any other URL on a host from which media can be fetched', async () => {
    for (const origin of ['https://cdn.example', 'http://127.0.0.1:8090']) {
      expect(await at(`${origin}${path}`), origin).to.equal(null)
    }
    expect(await at('http://localhost:8080/api/v1/uploads/a/b')).to.equal(null)
    expect(await at('http://localhost:8080/a.png')).to.equal(null)
  })

  it('is reported so, too, if only the name server tells that the host is private', async () => {
    const guarded = () => Promise.reject(new OutboundError('rejected_address', false, 'not public'))
    const context = { ...harness.context, outbound: { ...harness.context.outbound, guarded } }
    const item = { field: 'media', label: 'media[0]', value: {} }
    const fetched = (url: string) =>
      rejection(fetchItem(context, { platform: 'x', item, url, signal: new AbortController().signal }))
    expect(await fetched(`https://gateway.corp.example${path}`)).to.include(unknown)
    expect(await fetched('https://gateway.corp.example/a.png')).to.include({ code: 'invalid_media' })
  })
})
