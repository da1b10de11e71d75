import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')
const run = promisify(execFile)

/** npm without a registry: what it needs has to be there. */
const offline = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

const program = `
import { createClient, isApiError, type Publish } from '@carillon/client'

const client = createClient({ baseUrl: 'http://localhost:9', apiKey: 'a' })
export async function publish(accountId: string): Promise<Publish['publishId'] | undefined> {
  try {
    const { data } = await client.post('/posts', { body: { platform: 'x', accountId, text: 'Hello' } })
    return data.publishId
  } catch (error) {
    if (isApiError(error, 'duplicate_post')) return error.details?.publishId
    throw error
  }
}
// @ts-expect-error: the path does not exist
client.get('/nothing')
`

const compilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  strict: true,
  noEmit: true,
  types: [],
}

describe('the package', () => {
  let dir: string
  let workspace: string
  let project: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-client-'))
    // A copy is packed, because packing changes the manifest for a moment and others import from it meanwhile.
    workspace = join(dir, 'workspace/packages/client')
    await cp(folder, workspace, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/.test(path) })
    for (const name of ['tsconfig.base.json', 'node_modules', 'package.json', 'LICENSE'])
      await symlink(join(root, name), join(dir, 'workspace', name))
    await run('npm', ['pack', '--pack-destination', dir], { cwd: workspace, env: offline })
    const [tarball = ''] = (await readdir(dir)).filter((name) => name.endsWith('.tgz'))
    project = join(dir, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }))
    await run('npm', ['install', join(dir, tarball)], { cwd: project, env: offline })
  })
  after(() => rm(dir, { recursive: true, force: true }))

  it('is packed by npm and runs in an empty project', async () => {
    await writeFile(
      join(project, 'run.js'),
      `import * as client from '@carillon/client'
       const { get } = client.createClient({ baseUrl: 'http://localhost', apiKey: 'a' })
       console.log(JSON.stringify([Object.keys(client), typeof get]))`,
    )
    const { stdout } = await run('node', ['run.js'], { cwd: project })
    const [names, type] = JSON.parse(stdout)
    expect(names).to.include.members(['ApiError', 'createClient', 'isApiError'])
    expect(type).to.equal('function')
  })

  it('has types that hold in a strict project', async () => {
    await writeFile(join(project, 'program.ts'), program)
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    const { stdout } = await run('tsc', ['-p', project]).catch((error) => error)
    expect(stdout).to.equal('')
  })

  it('holds JavaScript with types, and imports nothing else', async () => {
    const installed = join(project, 'node_modules/@carillon/client')
    expect(await readdir(installed)).to.have.members(['dist', 'README.md', 'LICENSE', 'package.json'])
    for (const name of await readdir(join(installed, 'dist/package'))) {
      const text = await readFile(join(installed, 'dist/package', name), 'utf8')
      expect(text, name).not.to.match(/from '(?!\.\/[\w-]+\.[jt]s')/)
    }
    const { scripts, devDependencies, publishConfig } = JSON.parse(
      await readFile(join(installed, 'package.json'), 'utf8'),
    )
    expect([scripts, devDependencies, publishConfig]).to.deep.equal([undefined, undefined, undefined])
  })

  it('leaves the manifest of the workspace as it was', async () => {
    const manifests = [folder, workspace].map((each) => readFile(join(each, 'package.json'), 'utf8'))
    const [own, packed] = await Promise.all(manifests)
    expect(packed).to.equal(own)
  })
})
