import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { NETWORKS } from '../../src/networks.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'

describe('a sandbox with a data directory', () => {
  let dataDir: string
  let sandbox: Sandbox | undefined

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sandbox-snapshot-'))
  })
  afterEach(async () => {
    await sandbox?.close()
    sandbox = undefined
    await rm(dataDir, { recursive: true, force: true })
  })

  // The reference server keeps its own files, see bluesky/restart.spec.ts.
  const networks = NETWORKS.filter(({ name }) => name !== 'bluesky')
  const start = async (port = 0) => {
    sandbox = await startSandbox({ networks, dataDir, port })
    return sandbox
  }
  const get = async (path: string) => (await fetch(`${sandbox?.url}${path}`)).json()
  const post = async (path: string, body: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${sandbox?.url}${path}`, init)
    const result = await response.json()
    expect(response.status, JSON.stringify(result)).to.be.below(300)
    return result as Record<string, unknown>
  }
  const write = (network: string, text: string) => post('/person/post', { network, text })
  const stateOf = async (name: string) => (await get(`/state/${name}`)) as Record<string, Record<string, unknown>[]>

  it('goes on after a restart with what each network held', async () => {
    const { url } = await start()
    const writing = ['tiktok', 'x', 'youtube', 'facebook', 'instagram']
    for (const name of writing) await write(name, `kept by ${name}`)
    await post('/clock', { advanceMs: 3_600_000 })
    const names = networks.map(({ name }) => name)
    const before = await Promise.all(names.map(stateOf))
    await sandbox?.close()
    await start(Number(new URL(url).port))
    const after = await Promise.all(names.map(stateOf))
    for (const [index, name] of names.entries()) {
      expect(Object.keys(after[index] ?? {}), name).to.deep.equal(Object.keys(before[index] ?? {}))
      expect(after[index]?.['accounts']?.length, name).to.equal(before[index]?.['accounts']?.length)
      const ids = (state: (typeof before)[number] | undefined) => state?.['posts']?.map(({ id }) => id)
      expect(ids(after[index]), name).to.deep.equal(ids(before[index]))
    }
    const { now } = (await get('/clock')) as { now: string }
    expect(Date.parse(now)).to.be.greaterThan(Date.now() + 3_500_000)
  })

  it('gives no id a second time', async () => {
    const { url } = await start()
    const writing = ['tiktok', 'x', 'youtube', 'facebook', 'instagram']
    const used = new Set<unknown>()
    for (const name of writing) used.add((await write(name, 'before'))['id'])
    await sandbox?.close()
    await start(Number(new URL(url).port))
    for (const name of writing) used.add((await write(name, 'after'))['id'])
    expect(used.size).to.equal(2 * writing.length)
  })

  it('keeps the bytes of images as files', async () => {
    const { url } = await start()
    const { posts = [] } = await stateOf('instagram')
    const [media] = posts.flatMap((one) => one['media'] as { url: string; bytes: number }[])
    await sandbox?.close()
    await start(Number(new URL(url).port))
    const file = await fetch(media?.url ?? '')
    expect([file.status, (await file.arrayBuffer()).byteLength]).to.deep.equal([200, media?.bytes])
  })

  it('does not start over a state that it cannot read, and names it', async () => {
    await writeFile(join(dataDir, 'state'), 'not a snapshot')
    const error = await startSandbox({ networks, dataDir }).catch((thrown: unknown) => thrown)
    expect(error).to.be.an('error').with.property('message').that.includes(join(dataDir, 'state'))
  })
})
