import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

/** A PNG of one pixel. */
const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the upload of a file of a publish that the media store cannot copy', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLISH_WAIT_MS: '0', PUBLIC_URL: 'https://carillon.example' } })
  })
  after(() => gateway.close())

  it('takes up nothing of the space for uploads', async () => {
    const { accounts, context } = gateway.installation
    const image = { contentType: 'image/png', base64 }
    const json = { platform: 'facebook', accountId: accounts.facebook, image }
    const { body } = await gateway.ask('POST', '/api/v1/posts', { json })
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(Buffer.from(base64, 'base64').length),
      'Upload-Metadata': `publish ${encoded(String(body['publishId']))},path ${encoded('image')}`,
    }
    context.media.copy = () => Promise.reject(new ServiceError('database_error'))
    const { status, text } = await gateway.ask('POST', '/api/v1/uploads', { headers })
    expect(status, text).to.equal(502)
    expect((await context.pool.query('select from upload')).rowCount).to.equal(0)
  })
})
