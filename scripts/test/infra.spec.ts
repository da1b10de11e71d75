import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@carillon/domain'
import { variables } from '@carillon/service'
import { nodeFlags } from '@carillon/standalone'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The text of each service of the compose file. */
function services(compose: string): Map<string, string> {
  const section = /\nservices:\n([\s\S]*?)\n(?=\S)/.exec(compose)?.[1] ?? ''
  const blocks = section.split(/\n(?= {2}[a-z])/)
  return new Map(blocks.map((block) => [block.trim().split(':')[0] ?? '', block]))
}

/** The text below an anchor of the compose file. */
function anchored(compose: string, name: string): string {
  return new RegExp(`\\nx-${name}: &${name}\\n([\\s\\S]*?)\\n(?=\\S)`).exec(compose)?.[1] ?? ''
}

describe('infra', () => {
  const dockerfile = read('infra/Dockerfile')
  const compose = read('infra/compose.yaml')

  it('runs the Node that the workspace carries', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const images = [...`${dockerfile}${compose}`.matchAll(/NODE_IMAGE(?:=|:-)node:([\d.]+)-/g)].map(
      ([, version]) => version,
    )
    expect(images).to.have.length(2)
    const stages = [...dockerfile.matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, image]) => image)
    expect(stages, 'every stage can be pinned by digest').to.deep.equal(['NODE_IMAGE', 'NODE_IMAGE'])
    expect(new Set([...images, ...Object.values(optionalDependencies)]).size).to.equal(1)
  })

  it('bundles the dashboard, and leaves out what the bundle was made of', () => {
    const steps = dockerfile.slice(dockerfile.indexOf('--frozen-lockfile'), dockerfile.lastIndexOf('FROM '))
    const [, script = ''] = / node (apps\/dashboard\/\S+\.ts)/.exec(steps) ?? []
    expect(read(script)).not.to.equal('')
    expect(steps.slice(steps.indexOf(script))).to.contain('../../apps/dashboard/app ')
  })

  it('ends as a user without rights', () => {
    expect(dockerfile.match(/^USER .*$/gm)?.at(-1)).to.equal('USER 10001:10001')
    expect(anchored(compose, 'carillon')).to.contain("user: '10001:10001'")
  })

  it('starts what exists', () => {
    const started = [
      ...compose.matchAll(/command: \[(?:'--[^']+', )*'([^']+)'/g),
      ...dockerfile.matchAll(/^CMD \["([^"]+)"/gm),
    ]
    expect(started.map(([, path]) => path)).to.have.members([
      'apps/admin/dist/main.js',
      'apps/gateway/dist/main.js',
      'apps/gateway/dist/main.js',
      'apps/worker/dist/main.js',
    ])
  })

  it('runs Node as `npm start` does', () => {
    const entry: string[] = JSON.parse(dockerfile.match(/^ENTRYPOINT (.*)$/m)?.[1] ?? '')
    expect(entry).to.deep.equal(['node', ...nodeFlags.gateway])
    for (const app of ['gateway', 'worker'] as const) {
      const [, words = ''] = /command: \[(.*)\]/.exec(services(compose).get(app) ?? '') ?? []
      const command = words.split(', ').map((word) => word.replaceAll("'", ''))
      expect([...entry, ...command]).to.deep.equal(['node', ...nodeFlags[app], `apps/${app}/dist/main.js`])
    }
  })

  it('bundles what it runs, with the package that the build has installed', () => {
    const [build = ''] = dockerfile.split(/^FROM .*\n/m).slice(1)
    const [, script = ''] = /RUN node (\S+) \\\n/.exec(build) ?? []
    expect(read(script)).to.contain('bundleApp')
    expect(build.slice(0, build.indexOf(script))).to.contain(' --filter-prod @carillon/bundler ')
  })

  it('hardens every service', () => {
    const hardened = anchored(compose, 'hardened')
    for (const measure of [
      'read_only: true',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
      'tmpfs:',
    ]) {
      expect(hardened).to.contain(measure)
    }
    expect(anchored(compose, 'carillon')).to.contain('<<: *hardened')
    const found = services(compose)
    expect([...found.keys()]).to.have.members(['postgres', 'migrate', 'admin', 'gateway', 'worker'])
    for (const [name, text] of found) expect(text, name).to.match(/<<: \*(?:hardened|carillon)\n/)
    expect(compose).not.to.match(/privileged|read_only: false|network_mode|docker\.sock/)
  })

  it('hands secrets over as files', () => {
    const held = /\nsecrets:\n([\s\S]*)$/.exec(compose)?.[1] ?? ''
    expect([...held.matchAll(/^ {2}(\w+): \{ file: /gm)].map(([, name]) => name)).to.have.members([
      'postgres_password',
      'database_url',
      'encryption_keys',
    ])
    const environment = anchored(compose, 'carillon')
    for (const name of ['DATABASE_URL_FILE', 'ENCRYPTION_KEYS_FILE'])
      expect(environment).to.contain(`${name}: /run/secrets/`)
    expect(compose).not.to.match(/^ +(?:DATABASE_URL|ENCRYPTION_KEYS|POSTGRES_PASSWORD):/m)
  })

  it("runs the operator's commands where database, networks and files can be reached", () => {
    const admin = services(compose).get('admin') ?? ''
    expect(admin).to.contain('networks: [inside, outside]').and.to.contain('profiles: [tools]')
    const entry: string[] = JSON.parse(/entrypoint: (\[.*\])/.exec(admin)?.[1]?.replaceAll("'", '"') ?? '[]')
    const image: string[] = JSON.parse(dockerfile.match(/^ENTRYPOINT (.*)$/m)?.[1] ?? '')
    expect(entry.slice(0, -1)).to.deep.equal(image)
    const [, path = ''] = /^\/carillon\/(.*)$/.exec(entry.at(-1) ?? '') ?? []
    expect(path).to.equal('apps/admin/dist/main.js')
    const [, mounted] = /'\.\/files:([^']+)'/.exec(admin) ?? []
    expect(mounted).to.match(/^\/\w+$/)
    expect(admin, 'files are named as on the host').to.contain(`working_dir: ${mounted}\n`)
  })

  it('keeps the database to itself', () => {
    const database = services(compose).get('postgres') ?? ''
    expect(database).to.contain('networks: [inside]').and.not.contain('ports:')
    expect(compose).to.contain('inside: { internal: true }')
  })

  describe('proxies', () => {
    const main = read('apps/gateway/src/main.ts')
    const server = read('apps/gateway/src/server.ts')
    const [, aboveWaits = ''] = /publishWaitMs \+ readDeadlineMs \+ ([\d_]+)/.exec(main) ?? []
    const waits = ['PUBLISH_WAIT_MS', 'READ_DEADLINE_MS'] as const
    const deadlineMs = waits.reduce(
      (sum, name) => sum + Number(variables[name].fallback),
      Number(aboveWaits.replace('_', '')),
    )
    const [, keepAlive = ''] = /keepAliveTimeout: ([\d_]+)/.exec(server) ?? []
    const keepAliveMs = Number(keepAlive.replace('_', ''))

    /** A size such as 3600m or 3600MB as bytes; nginx counts in 1024, Caddy in 1000. */
    const bytesOf = (size = '', unit: number) => Number(/^\d+/.exec(size)?.[0]) * unit ** 2
    const value = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

    const proxies = {
      'infra/nginx.conf': {
        body: (text: string) => bytesOf(value(text, /client_max_body_size (\d+m);/), 1024),
        response: (text: string) => value(text, /proxy_read_timeout (\d+)s;/),
        // A connection serves one request.
        idle: (text: string) => (/^\s*keepalive \d/m.test(text) ? undefined : '0'),
        repeated: /^[^#\n]*non_idempotent/m,
        unbuffered: 'proxy_request_buffering off;',
        metrics: /location = \/metrics \{\s*return 404;/,
      },
      'infra/Caddyfile': {
        body: (text: string) => bytesOf(value(text, /max_size (\d+MB)/), 1000),
        response: (text: string) => value(text, /response_header_timeout (\d+)s/),
        idle: (text: string) => value(text, /keepalive (\d+)s/),
        repeated: /^[^#\n]*lb_retry_match/m,
        unbuffered: 'flush_interval -1',
        metrics: /@internal path \/metrics\s+respond @internal 404/,
      },
    }

    for (const [path, proxy] of Object.entries(proxies)) {
      it(`${path} takes what the gateway takes, and waits as long as it does`, () => {
        const text = read(path)
        expect(proxy.body(text)).to.be.at.least(limits.publishBytes)
        expect(Number(proxy.response(text)) * 1000).to.be.greaterThan(deadlineMs)
        expect(Number(proxy.idle(text)) * 1000).to.be.lessThan(keepAliveMs)
        expect(text).to.contain(proxy.unbuffered)
        expect(text).to.match(proxy.metrics)
        expect(text).not.to.match(proxy.repeated)
        expect(text).to.contain('127.0.0.1:8080')
      })
    }

    // The directive `http2 on` stops every nginx before 1.25.1, such as those of Debian 12 and Ubuntu 24.04.
    it('use no directive that nginx of a stable distribution lacks', () =>
      expect(read('infra/nginx.conf')).not.to.match(/^\s*http2 on;/m))

    it('wait longer for the only gateway than it takes to drain', () => {
      const [, drain = ''] = /drainMs: ([\d_]+)/.exec(main) ?? []
      const [, waits] = /lb_try_duration (\d+)s/.exec(read('infra/Caddyfile')) ?? []
      expect(Number(waits) * 1000).to.be.greaterThan(2 * Number(drain.replace('_', '')))
      expect(read('docs/deploying.md')).to.contain(`up to ${waits} s (\`lb_try_duration\`)`)
    })

    it('are described with the same values', () => {
      const page = read('docs/deploying.md')
      expect(page)
        .to.contain(`above ${deadlineMs / 1000} s`)
        .and.to.contain(`before ${keepAliveMs / 1000} s`)
      expect(page).to.contain(`at least ${(limits.publishBytes / 1e9).toFixed(1)} GB`)
    })

    it('are asked to trust nobody in the compose file', () => expect(compose).not.to.match(/TRUSTED_PROXIES: /))
  })
})
