import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { ownPort } from '@carillon/testkit'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

/** The page /docs/first-integration, with its program run as it is written there. */
describe('the first integration', function () {
  this.timeout(300_000)
  let whole: Whole
  let dir: string
  let app: ChildProcess
  let lines: Interface
  let appUrl: string

  /** The first code block of a language. */
  const block = (text: string, language: string) =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? ''

  /** The next line that the program prints with a text in it. */
  async function printed(text: string): Promise<string> {
    for (;;) {
      const [line]: string[] = await once(lines, 'line')
      if (line?.includes(text)) return line
    }
  }

  before(async () => {
    whole = await startWhole({ networks: ['bluesky'] })
    dir = await mkdtemp(join(tmpdir(), 'carillon-integration-'))
    const port = await ownPort()
    appUrl = `http://localhost:${port}`
    await whole.sandboxCall('GET', '/state/bluesky')
    const page = await (await fetch(`${whole.gatewayUrl}/docs/first-integration.md`)).text()
    const program = join(dir, 'app.mjs')
    await writeFile(program, block(page, 'js'))
    const allowed = await whole.call('POST', '/origins', { origin: appUrl })
    expect(allowed.status).to.equal(201)
    const scopes = ['profiles:write', 'accounts:write', 'posts:write', 'events:read']
    for (const scope of scopes) expect(page).to.contain(`\`${scope}\``)
    const key = await whole.call('POST', '/keys', { name: 'integration', scopes })
    expect(key.status, JSON.stringify(key.body)).to.equal(201)
    const env = {
      ...process.env,
      PORT: String(port),
      PLATFORM: 'bluesky',
      CARILLON_URL: whole.gatewayUrl,
      CARILLON_KEY: key.body.apiKey,
    }
    app = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    if (!app.stdout) throw new Error('The program has no output.')
    lines = createInterface(app.stdout)
    await printed('Open')
  })
  after(async () => {
    app?.kill()
    await whole?.close()
    if (dir) await rm(dir, { recursive: true, force: true })
  })

  const post = (path: string) => fetch(`${appUrl}${path}`, { method: 'POST', redirect: 'manual' })

  /** Decides at the network's page; returns the page of the program to which the browser comes back. */
  async function consent(authorizationUrl: string | null, decision: 'approve' | 'deny'): Promise<string> {
    const { body } = await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision })
    expect(body.finalUrl).to.match(new RegExp(`^${appUrl}/connected\\?`))
    return (await fetch(body.finalUrl)).text()
  }

  it('connects an account by its button, publishes, and hears of it', async () => {
    expect(await (await post('/publish')).text()).to.contain('Connect an account first.')
    const begun = await post('/connect')
    const authorizationUrl = begun.headers.get('location')
    expect(begun.status, await begun.text()).to.equal(303)
    const connecting = printed('account.connected')
    const back = await consent(authorizationUrl, 'approve')
    const accountId = (await connecting).split(' ')[1] ?? ''
    expect(back).to.contain(`Connected: ${accountId}`)
    const publishing = printed('publish.published')
    const published = await (await post('/publish')).text()
    expect(published).to.contain('is published')
    expect(published).to.contain((await publishing).split(' ')[1] ?? 'none')
  })

  it('says why when the customer does not agree', async () => {
    const authorizationUrl = (await post('/connect')).headers.get('location')
    expect(await consent(authorizationUrl, 'deny')).to.contain('Not connected:')
    const forged = await fetch(`${appUrl}/connected?connectionSessionId=${whole.profileId}&status=completed`)
    expect(await forged.text()).to.contain('connection_session_not_found')
  })
})
