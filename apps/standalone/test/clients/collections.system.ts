import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '@carillon/contract'
import { expect } from 'chai'
import { startWhole, type Whole } from '../whole.ts'

// The tools have no types.
const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, '../../../../docs/reference/collections')

interface Item {
  name: string
  item?: Item[]
  request?: { method: string; url: { path: string[] } }
}

interface Execution {
  item: { name: string }
  request: { method: string }
  response?: { code: number; stream: Buffer }
  requestError?: Error
}

/** A request of a collection in Bruno's format, as its own parser reads it. */
interface Parsed {
  http: { method: string; url: string }
  params?: { name: string; value: string; type: string; enabled: boolean }[]
  body?: { json?: string }
}

const requestsOf = (items: readonly Item[]): Item[] =>
  items.flatMap((each) => (each.item ? requestsOf(each.item) : [each]))

/** The method and the path of every operation of the document, with its parameters as `:name`. */
const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
)

describe('the collection for Postman', function () {
  this.timeout(600_000)
  const collection: { item: Item[] } = JSON.parse(
    readFileSync(join(folder, 'carillon.postman_collection.json'), 'utf8'),
  )
  let whole: Whole
  let executions: Execution[]

  before(async () => {
    whole = await startWhole({ networks: ['x'], env: { PUBLISH_WAIT_MS: '600000' } })
    const accountId = await whole.connect('x')
    const variables = { baseUrl: whole.gatewayUrl, apiKey: whole.apiKey, profileId: whole.profileId, accountId }
    // What is deleted would be missing for the requests that follow.
    const kept = collection.item.map(({ item = [], ...of }) => ({
      ...of,
      item: item.filter(({ request }) => request?.method !== 'DELETE'),
    }))
    const run = promisify(require('newman').run)
    const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }))
    const summary = await run({ collection: { ...collection, item: kept }, envVar, timeoutRequest: 120_000 })
    executions = summary.run.executions
  })
  after(() => whole?.close())

  it('has every operation of the API', () => {
    const requests = requestsOf(collection.item).map(
      ({ request }) => `${request?.method.toLowerCase()} /${request?.url.path.join('/')}`,
    )
    expect(requests).to.have.members(operations)
  })

  it('is run by newman: every request has a response, and none is a fault of the service', () => {
    const faults = executions.filter(({ response }) => !response || response.code >= 500)
    expect(faults.map(({ item, requestError }) => `${item.name}: ${requestError}`)).to.deep.equal([])
  })

  it('publishes with the example of the operation, and reads with the account alone', async () => {
    const codes = new Map(executions.map(({ item, response }) => [item.name, response?.code]))
    const expected = {
      'Publish a post': 201,
      'Validate a post': 200,
      'List posts': 200,
      'Read a connected account': 200,
    }
    for (const [name, code] of Object.entries(expected)) expect(codes.get(name), name).to.equal(code)
    const { body } = await whole.sandboxCall('GET', '/state/x')
    expect(body.posts.map(({ text }: { text: string }) => text)).to.include('Fresh bread at seven.')
  })
})

describe('the collection for Bruno', () => {
  const { bruToJsonV2, bruToEnvJsonV2, collectionBruToJson } = require('@usebruno/lang')
  const bruno = join(folder, 'bruno')
  const read = (path: string) => readFileSync(join(bruno, path), 'utf8')
  const files = readdirSync(bruno, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /.+\/.+\.bru$/.test(path) && !/folder\.bru$|^environments\//.test(path),
  )
  const requests: Parsed[] = files.map((path) => bruToJsonV2(read(path)))

  it('has every operation of the API, as its own parser reads it', () => {
    const found = requests.map(
      ({ http: { method, url } }) => `${method} ${url.replace('{{baseUrl}}', '').replace(/\?.*/, '')}`,
    )
    expect(found).to.have.members(operations)
  })

  it('has values for the parameters of each path, and bodies that are JSON', () => {
    for (const { http, params = [], body } of requests) {
      const named = [...http.url.matchAll(/\/:(\w+)/g)].map(([, name]) => name)
      expect(
        params.filter(({ type }) => type === 'path').map(({ name }) => name),
        http.url,
      ).to.deep.equal(named)
      if (body?.json !== undefined) expect(JSON.parse(body.json)).to.be.an('object')
    }
  })

  it('has an environment with the variables that the requests use, and the key as its secret', () => {
    const { variables }: { variables: { name: string; secret: boolean }[] } = bruToEnvJsonV2(
      read('environments/Local.bru'),
    )
    const used = new Set(files.flatMap((path) => [...read(path).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)))
    expect(variables.map(({ name }) => name)).to.have.members([...used, 'apiKey'])
    expect(variables.filter(({ secret }) => secret).map(({ name }) => name)).to.deep.equal(['apiKey'])
    expect(collectionBruToJson(read('collection.bru')).auth).to.deep.include({ mode: 'bearer' })
  })
})

describe("Postman's converter", function () {
  this.timeout(600_000)

  it('makes a collection of the OpenAPI document that has every operation', async () => {
    const { convertV2 } = require('openapi-to-postmanv2')
    const data = JSON.stringify(openApiDocument())
    const { result, reason, output } = await promisify(convertV2)({ type: 'string', data }, { folderStrategy: 'Tags' })
    expect(result, reason).to.equal(true)
    expect(requestsOf(output[0].data.item)).to.have.length(operations.length)
  })
})
