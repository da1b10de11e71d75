import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { anyPort } from '../../src/free-port.ts'
import { type Standalone, startStandalone } from '../../src/standalone.ts'

const root = join(import.meta.dirname, '../../../..')
const mark = '--- end of block ---'

/** The shell blocks of the page, in order. */
async function blocksOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

/** Packages of which copies are packed, because packing changes the manifest for a moment. */
async function copySources(to: string): Promise<void> {
  for (const folder of ['apps/cli', 'packages/client']) {
    await cp(join(root, folder), join(to, folder), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    })
    await symlink(join(root, folder, 'node_modules'), join(to, folder, 'node_modules'))
  }
  for (const name of ['tsconfig.base.json', 'node_modules', 'package.json', 'LICENSE']) {
    await symlink(join(root, name), join(to, name))
  }
}

describe('docs/command-line.md', function () {
  this.timeout(600_000)
  let dir: string
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let standalone: Standalone
  let printed: string[]

  const jsonLines = (index: number) =>
    (printed[index] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))

  before(async () => {
    ;[dir, fresh] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-cli-walk-')), freshDatabase()])
    const sources = join(dir, 'carillon')
    const [folder, home] = [join(dir, 'empty'), join(dir, 'home')]
    await Promise.all([mkdir(sources), mkdir(folder), mkdir(home)])
    await copySources(sources)
    standalone = await startStandalone({
      ...{ dataDir: join(sources, '.carillon'), databaseUrl: fresh.url, gatewayPort: anyPort, sandboxPort: anyPort },
      env: { ...process.env, ...childEnv, LOG_LEVEL: 'silent', SANDBOX_SEED: '1' },
    })
    // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
    await fetch(`${standalone.report().sandboxUrl}/state/bluesky`)
    const blocks = await blocksOf('docs/command-line.md')
    const script = ['set -euo pipefail', ...blocks.flatMap((block) => [block, `echo; echo '${mark}'`])].join('\n')
    const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
    const env = { ...childEnv, ...npm, HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', sources }
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env, maxBuffer: 8_000_000 })
    printed = stdout
      .split(`${mark}\n`)
      .slice(0, -1)
      .map((text) => text.trim())
  })
  after(async () => {
    await standalone?.stop()
    await fresh?.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('leads from an empty folder to a published post', () => {
    expect(jsonLines(1)[0]).to.deep.include({ url: standalone.report().gatewayUrl })
    expect(jsonLines(2)[0]).to.include({ platform: 'bluesky', status: 'completed' })
    expect(jsonLines(4)[0]).to.include({ text: 'Fresh bread at seven.', status: 'published' })
  })

  it('leads to a received event, whose signature the receiver has verified', () => {
    const [publish, event] = jsonLines(4)
    expect(event).to.deep.include({ type: 'publish.published', object: { type: 'publish', id: publish.publishId } })
    expect(printed[4]?.split('\n').at(-1)).to.equal('verified publish.published')
  })

  it('publishes a CSV file once, however often the command is repeated', async () => {
    const results = jsonLines(5)
    const [checked, first, second] = [results.slice(0, 2), results.slice(2, 4), results.slice(4)]
    expect(checked.map(({ valid }) => valid)).to.deep.equal([true, true])
    const ids = (rows: { publishId: string }[]) => rows.map(({ publishId }) => publishId).toSorted()
    expect(ids(second)).to.deep.equal(ids(first))
    const { posts } = (await (await fetch(`${standalone.report().sandboxUrl}/state/bluesky`)).json()) as {
      posts: { text: string }[]
    }
    const texts = posts.map(({ text }) => text)
    for (const text of ['Rye on Friday, too.', 'Closed on Sunday.', 'Fresh bread at seven.']) {
      expect(
        texts.filter((each) => each === text),
        text,
      ).to.have.length(1)
    }
  })
})
