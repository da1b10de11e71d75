import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
/** A name that no network has. */
const network = 'newcomer'
const packages = ['errors', 'log', 'domain', 'outbound', 'contract', 'media', 'database', 'providers', 'service']
const folders = [...packages.map((name) => `packages/${name}`), 'apps/gateway', 'apps/worker', 'apps/admin']
/** Packages that a new network must leave unchanged. */
const closed = /^(?:apps\/(?:gateway|worker|admin)|packages\/(?:service|database|media|outbound|log))\//

interface Fault {
  file: string
  code: string
  message: string
}

/** A copy of the code, without tests, that the compiler can be asked about after it was changed. */
function copyWorkspace() {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-eighth-'))
  for (const folder of folders) {
    mkdirSync(join(dir, folder), { recursive: true })
    cpSync(join(root, folder, 'src'), join(dir, folder, 'src'), { recursive: true })
    cpSync(join(root, folder, 'package.json'), join(dir, folder, 'package.json'))
    symlinkSync(join(root, folder, 'node_modules'), join(dir, folder, 'node_modules'))
  }
  cpSync(join(root, 'scripts/architecture'), join(dir, 'scripts/architecture'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ type: 'module' }))
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
  writeFileSync(
    join(dir, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['packages', 'apps', 'scripts'] }),
  )
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
      // Checkers that work side by side check the same types again.
      const words = ['-p', '.', '--pretty', 'false', '--singleThreaded']
      const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), words, {
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
/** Places where the name itself is missing, rather than places that fail because of a gap elsewhere. */
const gaps = (faults: readonly Fault[]) => faults.filter(({ message }) => message.includes(`'${network}' is missing`))
const shown = (faults: readonly Fault[]) => faults.map(({ file, message }) => `${file}: ${message.slice(0, 160)}`)

/** The cells of the new network that are not `no`. Its comments can only be read. */
const able: Readonly<Record<string, string>> = {
  connect: 'yes',
  'posts.list': 'yes',
  'posts.publish': 'yes',
  'posts.delete': 'yes',
  'comments.list': '{ recentPosts: 25, staleAfterSeconds: 60 }',
}

/** Adds an entry to the object of a table, after the line that opens it. */
function addEntry(text: string, opening: RegExp, entry: string): string {
  return text.replace(opening, (line) => `${line}\n${entry}`)
}

describe('an eighth network', () => {
  let copy: ReturnType<typeof copyWorkspace>
  before(() => {
    copy = copyWorkspace()
  })
  after(() => copy.remove())

  it('is demanded by every table once its name is added, and by nothing else', () => {
    copy.edit('packages/domain/src/platforms.ts', (text) =>
      addEntry(
        text.replace(/(export const platforms = \[[^\]]*?),?\s*\] as const/, `$1, '${network}'] as const`),
        /^export const platformNames[^=]*= \{/m,
        `  ${network}: 'Newcomer',`,
      ),
    )
    const faults = copy.compile()
    expect(files(gaps(faults))).to.deep.equal([
      'packages/domain/src/capabilities.ts',
      'packages/domain/src/login-scopes.ts',
      'packages/domain/src/push.ts',
      'packages/domain/src/user-requests.ts',
      'packages/providers/src/registry.ts',
      'packages/providers/src/settings.ts',
      'scripts/architecture/networks.ts',
    ])
    expect(shown(faults.filter((fault) => gaps([fault]).length === 0))).to.deep.equal([])
    const rows = readFileSync(join(root, 'packages/domain/src/capabilities.ts'), 'utf8').match(/^ {4}cells: \{/gm) ?? []
    const cells = gaps(faults).filter(({ file }) => file.endsWith('capabilities.ts'))
    expect(cells).to.have.length(rows.length)
  })

  it('is demanded by the tables of posts and media once the matrix has its cells', () => {
    copy.edit('packages/domain/src/capabilities.ts', (text) =>
      text.replace(/^ {2}'?([^'\n]+?)'?: \{\n(?: {4}.*\n)*? {4}cells: \{/gm, (opening, row) => {
        return `${opening} ${network}: ${able[row] ?? 'no'},`
      }),
    )
    copy.edit('packages/domain/src/login-scopes.ts', (text) =>
      addEntry(text, /^export const loginScopes = \{/m, `  ${network}: {},`),
    )
    copy.edit('packages/domain/src/push.ts', (text) =>
      addEntry(text, /^export const pushPlatforms = platformsIn\(\{/m, `  ${network}: false,`),
    )
    copy.edit('packages/domain/src/user-requests.ts', (text) =>
      addEntry(text, /^export const userRequestPlatforms = platformsIn\(\{/m, `  ${network}: false,`),
    )
    copy.edit('packages/providers/src/settings.ts', (text) =>
      addEntry(
        text,
        /^export const settings = \{/m,
        `  ${network}: { hosts: { api: 'https://api.network.example' }, secrets: [] },`,
      ),
    )
    copy.edit('scripts/architecture/networks.ts', (text) =>
      addEntry(text, /^export const networkWords = \{/m, `  ${network}: ['${network}'],`),
    )
    const faults = copy.compile()
    expect(shown(faults.filter(({ file }) => closed.test(file)))).to.deep.equal([])
    expect(files(gaps(faults))).to.deep.equal([
      'packages/contract/src/openapi/examples.ts',
      'packages/contract/src/operations/schedule-fields.ts',
      'packages/contract/src/sample-posts.ts',
      'packages/domain/src/media-rules/index.ts',
      'packages/domain/src/media-rules/media-urls.ts',
      'packages/domain/src/posts/appearances.ts',
      'packages/domain/src/posts/index.ts',
      'packages/domain/src/posts/setting-hints.ts',
      'packages/domain/src/posts/text-length.ts',
      'packages/providers/src/registry.ts',
    ])
    const examples = faults.filter(({ file }) => file === 'packages/contract/src/openapi/examples.ts')
    expect(examples.map(({ message }) => message).join()).to.include('StartNewcomerConnectionRequest')
  })

  it('compiles once its post and its adapter are written, and nothing else had to be touched', () => {
    copy.write(
      `packages/domain/src/posts/${network}.ts`,
      `import type { Described } from '../schema.ts'
      import { addressee } from './media-item.ts'
      export const newcomerPost = {
        type: 'object',
        properties: { platform: { const: '${network}' }, ...addressee, text: { type: 'string', maxLength: 500 } },
        'x-name': 'NewcomerPost',
        required: ['platform', 'accountId', 'text'],
        additionalProperties: false,
      } as const
      export type NewcomerPost = Described<typeof newcomerPost>`,
    )
    copy.edit('packages/domain/src/posts/index.ts', (text) =>
      addEntry(
        addEntry(
          addEntry(text, /^export const postSchemas = \{/m, `  ${network}: newcomerPost,`),
          /^export const textFields[^=]*= \{/m,
          `  ${network}: ['text'],`,
        ),
        /^export interface PostBodies \{/m,
        `  ${network}: NewcomerPost`,
      ).concat(`\nimport { type NewcomerPost, newcomerPost } from './${network}.ts'\n`),
    )
    copy.edit('packages/domain/src/posts/text-length.ts', (text) =>
      addEntry(text, /^export const textLengths = \{/m, `  ${network}: { unit: 'codePoints', max: 500 },`),
    )
    copy.edit('packages/domain/src/posts/setting-hints.ts', (text) =>
      addEntry(text, /^export const settingHints[^=]*= \{/m, `  ${network}: {},`),
    )
    copy.edit('packages/domain/src/media-rules/index.ts', (text) =>
      addEntry(text, /^export const mediaRules[^=]*= \{/m, `  ${network}: [],`),
    )
    copy.edit('packages/domain/src/media-rules/media-urls.ts', (text) =>
      addEntry(text, /^export const mediaTransport[^=]*= \{/m, `  ${network}: 'sent',`),
    )
    copy.edit('packages/contract/src/sample-posts.ts', (text) =>
      addEntry(text, /^export const samplePosts[^=]*= \{/m, `  ${network}: [],`),
    )
    copy.edit('packages/contract/src/operations/schedule-fields.ts', (text) =>
      addEntry(text, /^ {2}return \{/m, `    ${network}: bodyOf('${network}'),`),
    )
    copy.edit('packages/domain/src/posts/appearances.ts', (text) =>
      addEntry(
        text,
        /^export const postAppearances[^=]*= \{/m,
        `  ${network}: { text: 'below', fold: null, media: 'carousel', frames: {}, minRatio: 0.75, linkCard: false },`,
      ),
    )
    copy.edit('packages/contract/src/openapi/examples.ts', (text) =>
      addEntry(
        addEntry(
          text,
          /^const posts[^=]*= \{/m,
          `  ${network}: { platform: '${network}', accountId, text: 'Fresh bread.' },`,
        ),
        /^export const examples[^=]*= \{/m,
        `  StartNewcomerConnectionRequest: { platform: '${network}' },
        NewcomerPost: posts.newcomer,`,
      ),
    )
    copy.write(
      `packages/providers/src/${network}/adapter.ts`,
      `import type { Adapter } from '../adapter.ts'
      export declare const newcomer: Adapter<'${network}'>`,
    )
    copy.edit('packages/providers/src/registry.ts', (text) =>
      addEntry(
        text,
        /^const loaders: Loaders = \{/m,
        `  ${network}: async () => (await import('./${network}/adapter.ts')).newcomer,`,
      ),
    )
    expect(shown(copy.compile())).to.deep.equal([])
  })
}).timeout(900_000)
