import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { codeBlocks, runBlocks } from '../first-post/shell-blocks.ts'
import { missingProgram } from '../installed.ts'
import { startWhole, type Whole } from '../whole.ts'
import { type LosingProxy, type Loss, startLosingProxy } from './losing-proxy.ts'

const pages = join(import.meta.dirname, '../../../../docs/generated-clients')

interface Row {
  language: string
  page: string
  needs: readonly string[]
  /** The program that the page writes. */
  command: readonly [program: string, ...words: string[]]
  /** What the page publishes. */
  text: string
}

const rows: readonly Row[] = [
  {
    ...{ language: 'Python', page: 'python.md', needs: ['openapi-python-client', 'curl'] },
    ...{ command: ['python3', 'publish.py'], text: 'Fresh bread with a generated Python client.' },
  },
  {
    ...{ language: 'Go', page: 'go.md', needs: ['oapi-codegen', 'go', 'curl'] },
    ...{ command: ['./publish'], text: 'Fresh bread with a generated Go client.' },
  },
]

const run = promisify(execFile)

describe('clients that kept generators make for other languages', function () {
  this.timeout(1_200_000)
  let whole: Whole
  let proxy: LosingProxy
  let accountId: string
  let tiktok: string

  before(async () => {
    if (rows.every(({ needs }) => missingProgram(needs) !== undefined)) return
    whole = await startWhole({ networks: ['x', 'tiktok'], env: { PUBLISH_WAIT_MS: '600000' } })
    accountId = await whole.connect('x')
    tiktok = await whole.connect('tiktok')
    proxy = await startLosingProxy(whole.gatewayUrl)
  })
  after(async () => {
    await proxy?.close()
    await whole?.close()
  })

  const published = async (text: string) => {
    const { body } = await whole.sandboxCall('GET', '/state/x')
    return body.posts.filter((post: { text: string }) => post.text === text).length
  }

  for (const { language, page, needs, command, text } of rows) {
    describe(language, () => {
      let folder: string
      let env: NodeJS.ProcessEnv

      before(async function () {
        const missing = missingProgram(needs)
        if (missing !== undefined) {
          process.stdout.write(`    ${missing} is not installed: the client in ${language} is not generated\n`)
          this.skip()
        }
        folder = await mkdtemp(join(tmpdir(), 'carillon-generated-'))
        const accounts = { CARILLON_ACCOUNT: accountId, CARILLON_TIKTOK: tiktok }
        const access = { CARILLON_URL: proxy.url, CARILLON_KEY: whole.apiKey, ...accounts }
        const video = await fetch(`${whole.sandbox.url}/samples/video-720x1280-6s-1mb.mp4`)
        await writeFile(join(folder, 'video.mp4'), Buffer.from(await video.arrayBuffer()))
        // The languages keep their settings and caches in the environment of this machine.
        env = { ...process.env, ...access, WITHIN: '5' }
      })
      after(() => folder && rm(folder, { recursive: true, force: true }))

      /** Publishes a text with the program of the page while these are lost; returns how often it was sent. */
      const publishLosing = async (losses: readonly Loss[], words: string) => {
        proxy.lose(losses)
        const before = proxy.publishes()
        const [program, ...args] = command
        const { stdout } = await run(program, [...args, words], { cwd: folder, env })
        expect(stdout).to.match(/^[0-9a-f-]{36} published$/m)
        return proxy.publishes() - before
      }

      it(`docs/generated-clients/${page} generates a client of the whole document, which publishes`, async () => {
        const blocks = codeBlocks(await readFile(join(pages, page), 'utf8'), 'sh')
        const printed = await runBlocks(blocks, { cwd: folder, env })
        expect(printed.at(-2)).to.match(/[0-9a-f-]{36} published$/)
        expect(await published(text)).to.equal(1)
        const [video, comment, schedule, error] =
          printed
            .at(-1)
            ?.split('\n')
            .map((line) => line.split(' ')) ?? []
        const { body: state } = await whole.sandboxCall('GET', '/state/tiktok')
        const post = state.posts.find(({ id }: { id: string }) => id === video?.[1])
        expect([post.text, post.media[0].bytes]).to.deep.equal(['Our oven', 1_000_000])
        expect(state.comments.find(({ id }: { id: string }) => id === comment?.[1]).postId).to.equal(post.id)
        const { body: stored } = await whole.call('GET', `/schedules/${schedule?.[1]}`)
        expect([stored.status, stored.publishAt.timeZone]).to.deep.equal(['scheduled', 'Europe/Berlin'])
        expect(error?.slice(0, 3)).to.deep.equal(['error', 'invalid_request', 'publishAt'])
      })

      it('publishes once if a response is lost', async () => {
        expect(await publishLosing(['response'], `Rye by ${language}.`)).to.equal(1)
        expect(await published(`Rye by ${language}.`)).to.equal(1)
      })

      it('publishes once if a request is lost and the response to the next one is', async () => {
        expect(await publishLosing(['request', 'response'], `Spelt by ${language}.`)).to.equal(2)
        expect(await published(`Spelt by ${language}.`)).to.equal(1)
      })

      it('reports a post that the network rejects, and sends it once', async () => {
        const before = proxy.publishes()
        const stderr = await publishLosing([], '').then(
          () => '',
          (error: { stderr: string }) => error.stderr,
        )
        expect(stderr).to.include('provider_rejected')
        expect(proxy.publishes() - before).to.equal(1)
      })

      it('compiles with the options that the page names for a smaller client', async function () {
        const [, options] = /`(output-options: [^`]+)`/.exec(await readFile(join(pages, page), 'utf8')) ?? []
        if (options === undefined) this.skip()
        await appendFile(join(folder, 'carillon.yaml'), `${options}\n`)
        await run('oapi-codegen', ['-config', 'carillon.yaml', 'openapi.json'], { cwd: folder, env })
        await run('go', ['build', './...'], { cwd: folder, env })
      })
    })
  }
})
