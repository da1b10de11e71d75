import { errorCodes } from '@carillon/errors'
import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('the body of an error', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ publicUrl: 'https://api.example.com' })
  })
  after(() => gateway.close())

  const linkTo = (code: string) => `https://api.example.com/docs/errors#${code}`

  for (const [what, method, path, authorization] of [
    ['of the API', 'GET', '/api/v1/publishes/none', undefined],
    ['without a key', 'GET', '/api/v1/profiles', null],
    ['of another method', 'PATCH', '/api/v1/profiles', undefined],
    ['of a broken address', 'GET', '/api/v1/profiles/%E0%A4%A', undefined],
    ['of a public route', 'GET', '/media/unknown', null],
    ['of no route', 'GET', '/nothing', null],
  ] as const) {
    it(`has the id of the request and a link to its code: ${what}`, async () => {
      const headers = { 'x-request-id': 'order-17' }
      const { body } = await gateway.ask(method, path, { headers, ...(authorization === null && { authorization }) })
      expect(body.error).to.include({ requestId: 'order-17', docUrl: linkTo(body.error.code) })
    })
  }

  it('has them where there was no request that could be read', async () => {
    const raw = openRaw(gateway.url)
    raw.send('this is not HTTP\r\n\r\n')
    const { head, body } = parseRaw(await raw.all())
    const { error } = JSON.parse(body)
    expect(error.docUrl).to.equal(linkTo('invalid_request'))
    expect(head.toLowerCase()).to.contain(`x-request-id: ${error.requestId}`)
  })

  it('links to what the page has for every code', async () => {
    const { text } = await gateway.ask('GET', '/docs/errors', { authorization: null })
    for (const code of errorCodes) expect(text).to.contain(`id="${code}"`)
  })
})
