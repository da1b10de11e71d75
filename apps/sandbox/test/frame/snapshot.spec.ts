import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { NETWORKS } from '../../src/networks.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { dataOf } from '../../src/snapshot/records.ts'

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

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

  it('keeps how much of the limits of X is used up', async () => {
    const { url, environment } = await start()
    const verifier = 'v'.repeat(43)
    const { X_CLIENT_ID: id = '', X_CLIENT_SECRET: secret = '', X_HOST_API: host = '' } = environment
    const query = {
      response_type: 'code',
      client_id: id,
      redirect_uri: 'http://127.0.0.1:9/',
      scope: 'tweet.read users.read',
    }
    const pkce = { state: 's', code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
    const authorizationUrl = `${host}/i/oauth2/authorize?${new URLSearchParams({ ...query, ...pkce })}`
    const { finalUrl } = await post('/person/consent', { authorizationUrl, decision: 'approve' })
    const code = new URL(String(finalUrl)).searchParams.get('code') ?? ''
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: query.redirect_uri,
      code_verifier: verifier,
    }
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const granting = { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) }
    const granted = await (await fetch(`${host}/2/oauth2/token`, granting)).json()
    const headers = { authorization: `Bearer ${(granted as Record<string, string>)['access_token']}` }
    const left = async () => {
      const response = await fetch(`${host}/2/users/me`, { headers })
      expect(response.status).to.equal(200)
      return Number(response.headers.get('x-rate-limit-remaining'))
    }
    const before = await left()
    await sandbox?.close()
    await start(Number(new URL(url).port))
    expect(await left()).to.equal(before - 1)
  })

  it('keeps the tokens of YouTube', async () => {
    const { url, environment } = await start()
    const {
      YOUTUBE_CLIENT_ID: id = '',
      YOUTUBE_CLIENT_SECRET: secret = '',
      YOUTUBE_HOST_OAUTH: host = '',
    } = environment
    const redirect_uri = 'http://127.0.0.1:9/'
    const scope = 'https://www.googleapis.com/auth/youtube.force-ssl'
    const query = { client_id: id, redirect_uri, response_type: 'code', scope, access_type: 'offline', state: 's' }
    const authorizationUrl = `${host}/o/oauth2/v2/auth?${new URLSearchParams(query)}`
    const { finalUrl } = await post('/person/consent', { authorizationUrl, decision: 'approve' })
    const code = new URL(String(finalUrl)).searchParams.get('code') ?? ''
    const ask = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: id, client_secret: secret, ...fields })
      const response = await fetch(`${host}/token`, { method: 'POST', body })
      const result = await response.json()
      expect(response.status, JSON.stringify(result)).to.equal(200)
      return result as Record<string, string>
    }
    const { refresh_token = '' } = await ask({ grant_type: 'authorization_code', code, redirect_uri })
    await sandbox?.close()
    await start(Number(new URL(url).port))
    await ask({ grant_type: 'refresh_token', refresh_token })
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

  it('takes no instance of a class, which a restart would not bring back', () => {
    const kept = { map: new Map([['a', 1]]), list: [new Date(0)], set: new Set(), nested: { at: new Date(0) } }
    expect(dataOf({ kept })).to.deep.equal({ kept })
    const store = new (class {
      tokens = new Map()
    })()
    expect(() => dataOf({ nested: { store } })).to.throw('store is an instance of a class')
  })

  it('does not start over a state that it cannot read, and names it', async () => {
    await writeFile(join(dataDir, 'state'), 'not a snapshot')
    const error = await startSandbox({ networks, dataDir }).catch((thrown: unknown) => thrown)
    expect(error).to.be.an('error').with.property('message').that.includes(join(dataDir, 'state'))
  })
})
