import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type BuildOptions, build } from 'esbuild'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')
const run = promisify(execFile)

/** npm without a registry: what it needs has to be there. */
const offline = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

/** The compilers with which the types are checked: the oldest that is supported, and that of the workspace. */
const compilers = {
  'TypeScript 5.4': [process.execPath, fileURLToPath(import.meta.resolve('typescript-oldest/bin/tsc'))],
  'the TypeScript of the workspace': [join(root, 'node_modules/.bin/tsc')],
} as const

const program = `
import { createClient, isApiError, PublishFailedError, RateLimitedError, type Publish, verifyWebhook } from 'carillon-client'

const client = createClient({ baseUrl: 'http://localhost:9', apiKey: 'a' })
export async function publish(accountId: string): Promise<Publish['publishId'] | undefined> {
  try {
    const { data } = await client.post('/posts', { body: { platform: 'x', accountId, text: 'Hello' } })
    const { publishId } = await client.posts.publish({ platform: 'x', accountId, text: 'Hello' }, { wait: true })
    return publishId === data.publishId ? undefined : publishId
  } catch (error) {
    if (error instanceof PublishFailedError) return error.publish.publishId
    if (error instanceof RateLimitedError) return String(error.retryAfterSeconds)
    if (isApiError(error, 'duplicate_post')) return error.details?.publishId
    if (isApiError(error) && error.code === 'profile_name_conflict') return error.details?.existingProfileId
    throw error
  }
}
export async function texts(): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  for await (const { text } of client.publishes.list({ status: 'failed' })) found.push(text)
  for await (const event of client.events.follow('now', { types: ['publish.*'] })) {
    if (event.type === 'publish.published') found.push(event.data.publishId)
  }
  return found
}
export const event = verifyWebhook('', {}, { secret: '' }).then(({ id }) => id.length)
// @ts-expect-error: the path does not exist
client.get('/nothing')
// @ts-expect-error: an Instagram post has an image
client.posts.publish({ platform: 'instagram', accountId: '1', caption: 'Hello' })
// @ts-expect-error: the operation does not exist
client.profiles.nothing()
`

const compilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  strict: true,
  noEmit: true,
  types: [],
}

const uses = `
const { get, posts } = client.createClient({ baseUrl: 'http://localhost', apiKey: 'a' })
console.log(JSON.stringify([Object.keys(client), typeof get, typeof posts.publish]))`

describe('the package', () => {
  let dir: string
  let workspace: string
  let project: string
  let tarball: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-client-'))
    // A copy is packed, because packing changes the manifest for a moment and others import from it meanwhile.
    workspace = join(dir, 'workspace/packages/client')
    await cp(folder, workspace, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/.test(path) })
    for (const name of ['tsconfig.base.json', 'node_modules', 'package.json', 'LICENSE'])
      await symlink(join(root, name), join(dir, 'workspace', name))
    await run('npm', ['pack', '--pack-destination', dir], { cwd: workspace, env: offline })
    const [packed = ''] = (await readdir(dir)).filter((name) => name.endsWith('.tgz'))
    tarball = join(dir, packed)
    project = join(dir, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }))
    await run('npm', ['install', tarball], { cwd: project, env: offline })
  })
  after(() => rm(dir, { recursive: true, force: true }))

  const installed = () => join(project, 'node_modules/carillon-client')
  const bundled = (options: BuildOptions) =>
    build({ entryPoints: [join(installed(), 'dist/package/esm/index.js')], bundle: true, write: false, ...options })

  for (const [kind, file, text] of [
    ['a module', 'run.mjs', `import * as client from 'carillon-client'${uses}`],
    ['CommonJS', 'run.cjs', `const client = require('carillon-client')${uses}`],
  ] as const) {
    it(`is packed by npm and runs in an empty project as ${kind}`, async () => {
      await writeFile(join(project, file), text)
      const { stdout } = await run('node', [file], { cwd: project })
      const [names, ...kinds] = JSON.parse(stdout)
      expect(names).to.include.members(['ApiError', 'createClient', 'isApiError', 'RateLimitedError', 'verifyWebhook'])
      expect(kinds).to.deep.equal(['function', 'function'])
    })
  }

  for (const [compiler, [command, ...args]] of Object.entries(compilers)) {
    for (const extension of ['mts', 'cts']) {
      it(`has types that hold in a strict project: ${compiler}, .${extension}`, async () => {
        await writeFile(join(project, `program.${extension}`), program)
        const config = join(project, 'tsconfig.json')
        await writeFile(config, JSON.stringify({ compilerOptions, files: [`program.${extension}`] }))
        const { stdout } = await run(command, [...args, '-p', project]).catch((error) => error)
        expect(stdout).to.equal('')
      })
    }
  }

  it('uses no syntax that Node 18 does not have, and nothing that a bundler for browsers cannot resolve', async () => {
    const lowered = await bundled({ format: 'esm', platform: 'browser', target: 'node18' })
    const kept = await bundled({ format: 'esm', platform: 'browser', target: 'esnext' })
    expect(lowered.outputFiles?.[0]?.text).to.equal(kept.outputFiles?.[0]?.text)
  })

  it('has at most 400 kB as a file, and 25 KB compressed without types', async () => {
    expect((await stat(tarball)).size).to.be.at.most(400_000)
    const { outputFiles } = await bundled({ format: 'esm', platform: 'browser', minify: false })
    expect(gzipSync(outputFiles?.[0]?.contents ?? '').length).to.be.at.most(25 * 1024)
  })

  it('has at most 1,500 lines that are written by hand', async () => {
    const files = (await readdir(join(folder, 'src'), { recursive: true })).filter((name) => name.endsWith('.ts'))
    const byHand = files.filter((name) => name !== 'schema.ts' && !name.startsWith('generated/'))
    const texts = await Promise.all(byHand.map((name) => readFile(join(folder, 'src', name), 'utf8')))
    expect(texts.reduce((sum, text) => sum + text.split('\n').length, 0)).to.be.at.most(1_500)
  })

  it('holds JavaScript with types, and imports nothing else', async () => {
    expect(await readdir(installed())).to.have.members(['dist', 'README.md', 'LICENSE', 'package.json'])
    const names = await readdir(join(installed(), 'dist/package'), { recursive: true })
    for (const name of names.filter((each) => /\.[jt]s$/.test(each))) {
      const text = await readFile(join(installed(), 'dist/package', name), 'utf8')
      expect(text, name).not.to.match(/(?:from |require\()['"](?!\.{1,2}\/)/)
    }
    const manifest = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8'))
    const { scripts, dependencies, devDependencies, publishConfig } = manifest
    expect([scripts, dependencies, devDependencies, publishConfig]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('leaves the manifest of the workspace as it was', async () => {
    const manifests = [folder, workspace].map((each) => readFile(join(each, 'package.json'), 'utf8'))
    const [own, packed] = await Promise.all(manifests)
    expect(packed).to.equal(own)
  })
})
