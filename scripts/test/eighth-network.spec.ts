import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const packages = ['errors', 'log', 'domain', 'outbound', 'contract', 'media', 'database', 'providers', 'service']
const rooms = [...packages.map((name) => `packages/${name}`), 'apps/gateway', 'apps/worker', 'apps/admin']
/** Rooms that a new network must leave as they are. */
const closed = /^(?:apps\/(?:gateway|worker|admin)|packages\/(?:service|database|media|outbound|log))\//

interface Fault {
  file: string
  code: string
  message: string
}

/** A copy of the code, without tests, that the compiler can be asked about after it was changed. */
function copyWorkspace() {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-eighth-'))
  for (const room of rooms) {
    mkdirSync(join(dir, room), { recursive: true })
    cpSync(join(root, room, 'src'), join(dir, room, 'src'), { recursive: true })
    cpSync(join(root, room, 'package.json'), join(dir, room, 'package.json'))
    symlinkSync(join(root, room, 'node_modules'), join(dir, room, 'node_modules'))
  }
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'))
  const options = {
    ...compilerOptions,
    composite: false,
    declaration: false,
    declarationMap: false,
    emitDeclarationOnly: false,
    noEmit: true,
    rootDir: '.',
    types: ['node'],
    outDir: './out',
    tsBuildInfoFile: undefined,
    paths: { '@carillon/*': ['./packages/*/src/index.ts'] },
  }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['packages', 'apps'] }))
  return {
    remove: () => rmSync(dir, { recursive: true, force: true }),
    /** Changes a file; the change has to be one. */
    edit(file: string, change: (text: string) => string) {
      const before = readFileSync(join(dir, file), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`nothing to change in ${file}`)
      writeFileSync(join(dir, file), after)
    },
    write(file: string, text: string) {
      mkdirSync(dirname(join(dir, file)), { recursive: true })
      writeFileSync(join(dir, file), text)
    },
    compile(): Fault[] {
      const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', '.', '--pretty', 'false'], {
        cwd: dir,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      })
      const faults = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+): (.*)$/gm)]
      return faults.map(([, file = '', code = '', message = '']) => ({ file, code, message }))
    },
  }
}

const files = (faults: readonly Fault[]) => [...new Set(faults.map(({ file }) => file))].sort()
/** Places where the name itself is missing, rather than places that meet a hole elsewhere. */
const holes = (faults: readonly Fault[]) => faults.filter(({ message }) => /'mastodon' is missing/.test(message))
const shown = (faults: readonly Fault[]) => faults.map(({ file, message }) => `${file}: ${message.slice(0, 160)}`)

describe('an eighth network', () => {
  let copy: ReturnType<typeof copyWorkspace>
  before(() => {
    copy = copyWorkspace()
  })
  after(() => copy.remove())

  it('is asked for by every table, once it has a name', () => {
    copy.edit('packages/domain/src/platforms.ts', (text) => text.replace("'bluesky']", "'bluesky', 'mastodon']"))
    const faults = copy.compile()
    expect(files(holes(faults))).to.deep.equal([
      'packages/domain/src/capabilities.ts',
      'packages/domain/src/media-rules/index.ts',
      'packages/domain/src/posts/index.ts',
      'packages/providers/src/registry.ts',
      'packages/providers/src/settings.ts',
    ])
    const rows = readFileSync(join(root, 'packages/domain/src/capabilities.ts'), 'utf8').match(/^ {4}cells: \{/gm) ?? []
    const cells = holes(faults).filter(({ file }) => file.endsWith('capabilities.ts'))
    expect(cells).to.have.length(rows.length)
  })

  it('is asked for by its post and its adapters, once the matrix says what it can', () => {
    copy.edit('packages/domain/src/capabilities.ts', (text) =>
      text.replace(/^( {4}cells: \{)(.*)$/gm, '$1 mastodon: yes,$2'),
    )
    copy.edit('packages/providers/src/settings.ts', (text) =>
      text.replace(
        '\n} as const',
        "\n  mastodon: { hosts: { api: 'https://mastodon.example' }, secrets: [] },\n} as const",
      ),
    )
    const faults = copy.compile()
    expect(shown(faults.filter(({ file }) => closed.test(file)))).to.deep.equal([])
    expect(files(holes(faults))).to.deep.equal([
      'packages/domain/src/media-rules/index.ts',
      'packages/domain/src/posts/index.ts',
      'packages/providers/src/registry.ts',
    ])
  })

  it('is whole once they are written, and nothing else had to be touched', () => {
    copy.write(
      'packages/domain/src/posts/mastodon.ts',
      `import type { Described } from '../schema.ts'
      import { addressee } from './media-item.ts'
      export const mastodonPost = {
        type: 'object',
        properties: { platform: { const: 'mastodon' }, ...addressee, text: { type: 'string', maxLength: 500 } },
        required: ['platform', 'accountId', 'text'],
        additionalProperties: false,
      } as const
      export type MastodonPost = Described<typeof mastodonPost>`,
    )
    copy.edit('packages/domain/src/posts/index.ts', (text) =>
      text
        .replace('  bluesky: blueskyPost,', '  bluesky: blueskyPost,\n  mastodon: mastodonPost,')
        .replace('  bluesky: BlueskyPost\n', '  bluesky: BlueskyPost\n  mastodon: MastodonPost\n')
        .replace(
          '\nexport { deferred',
          "\nimport { type MastodonPost, mastodonPost } from './mastodon.ts'\nexport { deferred",
        ),
    )
    copy.edit('packages/domain/src/media-rules/index.ts', (text) =>
      text.replace('  bluesky: blueskyMedia,', '  bluesky: blueskyMedia,\n  mastodon: [],'),
    )
    copy.write(
      'packages/providers/src/mastodon/adapters.ts',
      `import type { ConnectPort } from '../ports/connect.ts'
      import type { DeletePostPort, PostsPort } from '../ports/posts.ts'
      import type { PublishPort } from '../ports/publish.ts'
      export declare const connect: ConnectPort
      export declare const publish: PublishPort<'mastodon'>
      export declare const posts: PostsPort
      export declare const deletePost: DeletePostPort`,
    )
    copy.edit('packages/providers/src/registry.ts', (text) => {
      const imported = `import * as mastodon from './mastodon/adapters.ts'\n${text}`
      return ['connect', 'publish', 'posts', 'deletePost'].reduce(
        (all, row) => all.replace(new RegExp(`^( {2}${row}: \\{)(?! \\[)`, 'm'), `$1 mastodon: mastodon.${row},`),
        imported,
      )
    })
    expect(shown(copy.compile())).to.deep.equal([])
  })
}).timeout(60_000)
