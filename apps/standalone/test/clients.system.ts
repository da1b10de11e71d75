import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateHeyApiClient, typesOf } from '@carillon/client-generators'
import { childEnv } from '@carillon/testkit'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

const run = promisify(execFile)
const sources = join(import.meta.dirname, 'clients')
const dist = join(import.meta.dirname, '../dist')
const readme = join(import.meta.dirname, '../../../packages/client/README.md')

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  rewriteRelativeImportExtensions: true,
  rootDir: '.',
  outDir: 'js',
}

/** The examples of the client's README as one program, in their order. */
async function readmeProgram(imageUrl: string): Promise<string> {
  const text = await readFile(readme, 'utf8')
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  // The workspace calls the package by another name than the one under which it is packed.
  const program = blocks.join('\n').replaceAll("'carillon-client'", "'@carillon/client'")
  return program.replace('https://example.com/bread.jpeg', imageUrl)
}

describe('clients made from the OpenAPI document', function () {
  this.timeout(600_000)
  let whole: Whole
  let folder: string
  let accountId: string

  before(async () => {
    await mkdir(dist, { recursive: true })
    ;[whole, folder] = await Promise.all([startWhole({ networks: ['x', 'facebook'] }), mkdtemp(join(dist, 'clients-'))])
    accountId = await whole.connect('x')
    await whole.connect('facebook')
    const { body: document } = await whole.call('GET', '/openapi.json')
    await writeFile(join(folder, 'openapi-types.ts'), await typesOf(document))
    await generateHeyApiClient(document, join(folder, 'hey-api'))
    for (const name of ['openapi-fetch.ts', 'hey-api.ts']) await copyFile(join(sources, name), join(folder, name))
    await writeFile(join(folder, 'readme.ts'), await readmeProgram(`${whole.sandbox.url}/samples/photo-640x480.jpg`))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'hey-api'] }))
  })
  after(async () => {
    await whole?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const program = (name: string) =>
    run(process.execPath, [join(folder, 'js', name), whole.gatewayUrl, whole.apiKey, accountId])

  it('compile under strict', async () => {
    const { stdout } = await run('tsc', ['-p', folder]).catch((failed: { stdout: string }) => failed)
    expect(stdout).to.equal('')
  })

  for (const name of ['openapi-fetch', 'hey-api']) {
    it(`publish and read a typed error: ${name}`, async () => {
      const { publishId, existingProfileId } = JSON.parse((await program(`${name}.js`)).stdout)
      const ended = await whole.ended(publishId)
      expect(ended.status, JSON.stringify(ended)).to.equal('published')
      const { body } = await whole.call('GET', `/posts?platform=x&accountId=${accountId}`)
      expect(body.posts.map(({ text }: { text: string }) => text)).to.include(`Published with ${name}`)
      expect(existingProfileId).to.equal(whole.profileId)
    })
  }

  it('run the examples of the README of packages/client', async () => {
    const env = { ...childEnv, CARILLON_URL: whole.gatewayUrl, CARILLON_API_KEY: whole.apiKey }
    const { stdout } = await run(process.execPath, [join(folder, 'js/readme.js')], { env })
    expect(stdout).to.match(/ is published$/m)
    expect(stdout).to.match(/^publish\.published \S+$/m)
    expect(stdout).to.match(/^ping$/m)
    expect(stdout).to.include(`That name belongs to ${whole.profileId}`)
    const { body: onFacebook } = await whole.sandboxCall('GET', '/state/facebook')
    const comment = onFacebook.comments.find(({ text }: { text: string }) => stdout.includes(text))
    expect(comment, stdout).not.to.equal(undefined)
    expect(onFacebook.posts.map(({ text }: { text: string }) => text)).to.include('This morning.')
    const { body: onX } = await whole.sandboxCall('GET', '/state/x')
    expect(onX.posts.map(({ text }: { text: string }) => text)).to.include('Fresh bread at seven.')
  })
})
