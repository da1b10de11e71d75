import { operationIds, operationRow, propertiesOf } from '@carillon/contract'
import { platforms } from '@carillon/domain'
import { expect } from 'chai'
import fc from 'fast-check'
import { startGateway, type TestGateway } from './test-gateway.ts'

const withBody = operationIds.filter((id) => operationRow(id).body ?? operationRow(id).variants)
const withQuery = operationIds.filter((id) => operationRow(id).query)

/** Names that the rows know, so that what is tried gets past the first look. */
const known = operationIds.flatMap((id) => {
  const { body, query, variants = {} } = operationRow(id)
  return [body, query, ...Object.values(variants)].flatMap((schema) => Object.keys(propertiesOf(schema)))
})
const name = fc.oneof(fc.constantFrom(...known, 'base64', 'url', '__proto__', 'constructor'), fc.string())
const id = fc.constantFrom('0199d1b2-ffff-7000-8000-000000000000')
/** Every character that there is. The unit `binary` of fast-check lists all of them first, which takes seconds. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
const leaf = fc.oneof(
  id,
  fc.constantFrom(...platforms),
  fc.string({ unit: character }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('tree')), fc.dictionary(name, tie('tree'))),
}))
const body = fc
  .tuple(fc.dictionary(name, tree), fc.constantFrom(...platforms))
  .map(([fields, platform]) => ({ ...fields, platform }))

describe('whatever is sent', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '1000000' } })
  })
  after(() => gateway.close())

  const pathOf = (path: string) => `/api/v1${path.replace(/\{\w+\}/g, '0199d1b2-ffff-7000-8000-000000000000')}`

  async function rejects(send: ReturnType<TestGateway['ask']>): Promise<void> {
    const { status, body: response, text } = await send
    if (status < 400) return
    expect(status, text).to.be.below(500)
    expect(response.error.code).to.be.a('string')
    expect(response.error.message).to.be.a('string')
  }

  it('as JSON gets a documented response or is rejected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBody), fc.oneof(tree, body), async (operation, json) => {
        const { method, path } = operationRow(operation)
        await rejects(gateway.ask(method.toUpperCase(), pathOf(path), { json }))
      }),
      { numRuns: 300 },
    )
    expect(await gateway.installation.files()).to.have.length(
      gateway.calls.filter(({ id: called }) => called === 'posts.publish').length,
    )
  })

  it('as query gets a documented response or is rejected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withQuery),
        fc.array(fc.tuple(name, leaf.map(String))),
        async (operation, pairs) => {
          const { method, path } = operationRow(operation)
          await rejects(gateway.ask(method.toUpperCase(), `${pathOf(path)}?${new URLSearchParams(pairs)}`))
        },
      ),
      { numRuns: 200 },
    )
  })
  it('as query or form of a page is read in one pass, not searched again for each name', async () => {
    const { getAll } = URLSearchParams.prototype
    const searched: string[] = []
    URLSearchParams.prototype.getAll = function (searchedName) {
      searched.push(searchedName)
      return getAll.call(this, searchedName)
    }
    const names = (count: number) => Array.from({ length: count }, (_, index) => index.toString(36)).join('&')
    try {
      const replies = [
        await gateway.ask('GET', `/api/v1/profiles?${names(2_500)}`),
        await gateway.ask('GET', `/oauth/x/callback?${names(2_500)}`, { authorization: null }),
        await gateway.ask('POST', '/connect/select/t', {
          body: names(400),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          authorization: null,
        }),
      ]
      for (const { status, text } of replies) expect(status, text).to.be.within(400, 404)
    } finally {
      URLSearchParams.prototype.getAll = getAll
    }
    expect(searched).to.have.length(0)
  })
})
