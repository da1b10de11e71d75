import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { missingProgram } from '../installed.ts'
import { startWhole, type Whole } from '../whole.ts'

const collection = join(import.meta.dirname, '../../../../docs/reference/collections/bruno')

interface Result {
  name?: string
  test: { filename: string }
  request: { method: string; url: string }
  response: { status: number | string }
  error: unknown
}

describe("the collection for Bruno, in Bruno's runner", function () {
  this.timeout(600_000)
  let whole: Whole
  let folder: string
  let results: Result[]

  before(async function () {
    if (missingProgram(['bru']) !== undefined) {
      process.stdout.write('    bru is not installed: the collection is only parsed\n')
      this.skip()
    }
    whole = await startWhole({ networks: ['x'], env: { PUBLISH_WAIT_MS: '600000' } })
    const accountId = await whole.connect('x')
    folder = await mkdtemp(join(tmpdir(), 'carillon-bruno-'))
    // What is deleted would be missing for the requests that follow.
    const isDeletion = async (path: string) => path.endsWith('.bru') && /^delete \{/m.test(await readFile(path, 'utf8'))
    const filter = async (path: string) => !(await isDeletion(path))
    await cp(collection, join(folder, 'bruno'), { recursive: true, filter })
    const variables = { baseUrl: whole.gatewayUrl, apiKey: whole.apiKey, profileId: whole.profileId, accountId }
    const pairs = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
    const report = join(folder, 'report.json')
    // The runner fails if a response is an error, such as that of an operation of another network.
    const run = promisify(execFile)('bru', ['run', '-r', '--env', 'Local', ...pairs, '--reporter-json', report], {
      ...{ cwd: join(folder, 'bruno'), maxBuffer: 100_000_000 },
    })
    await run.catch(() => {})
    const [{ results: all }]: [{ results: Result[] }] = JSON.parse(await readFile(report, 'utf8'))
    results = all
  })
  after(async () => {
    await whole?.close()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  it('has a response to each request, none of them a fault of the service', () => {
    const faults = results.filter(({ response }) => typeof response.status !== 'number' || response.status >= 500)
    expect(faults.map(({ test, response, error }) => `${test.filename}: ${response.status} ${error}`)).to.deep.equal([])
    expect(results).to.have.length.above(50)
  })

  it('publishes with the example of the operation', async () => {
    const publish = results.find(
      ({ request }) => request.method === 'POST' && request.url === `${whole.gatewayUrl}/api/v1/posts`,
    )
    expect(publish?.response.status).to.equal(201)
    const { body } = await whole.sandboxCall('GET', '/state/x')
    expect(body.posts.map(({ text }: { text: string }) => text)).to.include('Fresh bread at seven.')
  })
})
