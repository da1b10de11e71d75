import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
    expect(images).to.have.length(2)
    expect(new Set([...images, ...Object.values(optionalDependencies)]).size).to.equal(1)
  })

  it('ends as a user without rights', () => {
    expect(dockerfile.match(/^USER .*$/gm)?.at(-1)).to.equal('USER 10001:10001')
    expect(anchored(compose, 'carillon')).to.contain("user: '10001:10001'")
  })

  it('starts what exists', () => {
    const started = [...compose.matchAll(/command: \['([^']+)'/g), ...dockerfile.matchAll(/^CMD \["([^"]+)"/gm)]
    expect(started.map(([, path]) => path)).to.have.members([
      'apps/admin/src/main.ts',
      'apps/gateway/src/main.ts',
      'apps/gateway/src/main.ts',
      'apps/worker/src/main.ts',
    ])
    for (const [, path = ''] of started) expect(read(path)).not.to.equal('')
  })

  it('runs Node as `npm start` does', () => {
    expect(JSON.parse(dockerfile.match(/^ENTRYPOINT (.*)$/m)?.[1] ?? '')).to.deep.equal(['node', ...nodeFlags])
    for (const app of ['gateway', 'worker']) {
      expect(JSON.parse(read(`apps/${app}/package.json`)).scripts.start).to.equal(
        ['node', ...nodeFlags, 'src/main.ts'].join(' '),
      )
    }
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
    expect([...found.keys()]).to.have.members(['postgres', 'migrate', 'gateway', 'worker'])
    for (const [name, text] of found) expect(text, name).to.match(/<<: \*(?:hardened|carillon)\n/)
    expect(compose).not.to.match(/privileged|read_only: false|network_mode|docker\.sock/)
  })

  it('hands secrets over as files', () => {
    const held = /\nsecrets:\n([\s\S]*)$/.exec(compose)?.[1] ?? ''
    expect([...held.matchAll(/^ {2}(\w+): \{ file: /gm)].map(([, name]) => name)).to.have.members([
      'postgres_password',
      'database_url',
      'seal_keys',
    ])
    const environment = anchored(compose, 'carillon')
    for (const name of ['DATABASE_URL_FILE', 'SEAL_KEYS_FILE']) expect(environment).to.contain(`${name}: /run/secrets/`)
    expect(compose).not.to.match(/^ +(?:DATABASE_URL|SEAL_KEYS|POSTGRES_PASSWORD):/m)
  })

  it('keeps the database to itself', () => {
    const database = services(compose).get('postgres') ?? ''
    expect(database).to.contain('networks: [inside]').and.not.contain('ports:')
    expect(compose).to.contain('inside: { internal: true }')
  })
})
