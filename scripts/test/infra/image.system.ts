import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { childEnv, freshDatabase, setupServer, teardownServer, untilReady } from '@carillon/testkit'
import { expect } from 'chai'
import { read, root } from './files.ts'

const log = createLogger({ name: 'test', level: 'warn' })
const dockerfile = read('infra/Dockerfile')
const [build = ''] = dockerfile.split(/^FROM .*\n/m).slice(1)
const [, ...entry]: string[] = JSON.parse(dockerfile.match(/^ENTRYPOINT (.*)$/m)?.[1] ?? '[]')
/** The user of the image, if this process may become another one that can run Node; otherwise nothing. */
const asUser = { uid: 10_001, gid: 10_001 }
const user = spawnSync(process.execPath, ['--version'], asUser).status === 0 ? asUser : {}

const ignored = [...read('infra/Dockerfile.dockerignore').matchAll(/^\*\*\/(.+)$/gm)].map(([, name = '']) => name)
const isInContext = (path: string) =>
  !ignored.some((name) => (name.endsWith('*') ? basename(path).startsWith(name.slice(0, -1)) : basename(path) === name))

describe('the image, as the commands of its Dockerfile make it', () => {
  let dir: string
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let env: Record<string, string>

  before(async () => {
    // A name with a space and a letter that is not ASCII, as the folder of a checkout may have.
    dir = join(realpathSync(mkdtempSync(join(tmpdir(), 'carillon-image-'))), 'bélfry one')
    mkdirSync(dir)
    for (const path of [dirname(dir), dir]) chmodSync(path, 0o755)
    const copied = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
    for (const path of copied) cpSync(join(root, path), join(dir, path), { recursive: true, filter: isInContext })
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
    const building = { ...process.env, PATH, CI: 'true', npm_config_prefer_offline: 'true' }
    for (const [, command = ''] of build.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)) {
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
        cwd: dir,
        env: building,
        encoding: 'utf8',
      })
      expect(status, `${command}\n${stdout}${stderr}`).to.equal(0)
    }
    await setupServer((url) => migrate({ url, log }))
    database = await freshDatabase()
    const data = join(dirname(dir), 'data')
    mkdirSync(data)
    chmodSync(data, 0o777)
    env = {
      ...childEnv,
      NODE_ENV: 'production',
      HOME: '/tmp',
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      GATEWAY_PORT: '0',
      WORKER_PORT: '0',
      MEDIA_DIR: join(data, 'media'),
      SPOOL_DIR: join(data, 'spool'),
      // Loads the exporter of traces.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    }
  })
  after(async () => {
    await database.drop()
    await teardownServer()
    rmSync(dirname(dir), { recursive: true, force: true })
  })

  async function started(words: readonly string[], run: (url: string) => Promise<void>): Promise<void> {
    const child = spawn(process.execPath, [...entry, ...words], { cwd: dir, env, ...user })
    const complaints: string[] = []
    child.stderr.on('data', (text) => complaints.push(String(text)))
    const ended = once(child, 'exit')
    const lines = createInterface(child.stdout)
    let port: unknown
    for await (const line of lines) {
      port = Object(JSON.parse(line)).port
      if (port !== undefined) break
    }
    expect(port, complaints.join('')).to.be.a('number')
    try {
      await run(`http://127.0.0.1:${port}`)
    } finally {
      child.stdout.resume()
      child.kill('SIGTERM')
      await ended
    }
  }

  it('runs the commands of the operator', () => {
    const admin = (...words: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, [...entry, 'apps/admin/dist/main.js', ...words], {
          cwd: dir,
          env,
          ...user,
        }).toString(),
      )
    expect(admin('migrate')).to.deep.equal({ migrated: true })
    expect(admin('organization', 'create', '--name', 'A'))
      .to.have.property('organizationId')
      .that.is.a('string')
  })

  it('serves the API, the dashboard and the documentation', () =>
    started(['apps/gateway/dist/main.js'], async (url) => {
      // Not /readyz: a gateway whose readiness is polled waits when it ends, for proxies to notice.
      for (const path of ['/healthz', '/dashboard', '/dashboard/facts.json', '/docs', '/api/v1/openapi.json']) {
        expect((await fetch(`${url}${path}`)).status, path).to.equal(200)
      }
      const page = await (await fetch(`${url}/dashboard`)).text()
      const [, script = ''] = /src="([^"]+)"/.exec(page) ?? []
      expect((await fetch(`${url}${script}`)).status, script).to.equal(200)
      expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).to.equal(401)
    }))

  it('runs jobs', () =>
    started(['apps/worker/dist/main.js'], async (url) => {
      expect(await untilReady(url)).to.include({ queue: true })
    }))
})
