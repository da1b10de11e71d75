import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')
const run = promisify(execFile)

/** npm without a registry: what it needs has to be there. */
const offline = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

describe('the package', () => {
  let dir: string
  let project: string
  let tarball: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-cli-package-'))
    // A copy is packed, because packing changes the manifest for a moment and others import from it meanwhile.
    const workspace = join(dir, 'workspace/apps/cli')
    await cp(folder, workspace, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/.test(path) })
    // As `npm start` leaves them: without the tools for development, but with the dashboard's bundler.
    await mkdir(join(workspace, 'node_modules'))
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    for (const name of new Set(Object.keys(dependencies).map((each) => each.split('/')[0] ?? each)))
      await symlink(join(folder, 'node_modules', name), join(workspace, 'node_modules', name))
    await symlink(join(root, 'apps/dashboard'), join(dir, 'workspace/apps/dashboard'))
    for (const name of ['tsconfig.base.json', 'node_modules', 'LICENSE'])
      await symlink(join(root, name), join(dir, 'workspace', name))
    await run('npm', ['pack', '--pack-destination', dir], { cwd: workspace, env: offline })
    tarball = join(dir, (await readdir(dir)).find((name) => name.endsWith('.tgz')) ?? '')
    project = join(dir, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project' }))
    await run('npm', ['install', tarball], { cwd: project, env: offline })
    const manifests = await Promise.all([folder, workspace].map((each) => readFile(join(each, 'package.json'), 'utf8')))
    expect(manifests[1], 'the manifest of the workspace is put back').to.equal(manifests[0])
  })
  after(() => rm(dir, { recursive: true, force: true }))

  const carillon = (...words: string[]) => {
    const env = { PATH: process.env['PATH'], HOME: project }
    return run(join(project, 'node_modules/.bin/carillon'), words, { cwd: project, env }).catch((error) => error)
  }

  it('is installed by npm in an empty project, and runs', async () => {
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect((await carillon('--version')).stdout).to.equal(`${version}\n`)
    expect((await carillon('--help')).stdout).to.contain('events listen')
    expect((await carillon('publish', '--help')).stdout).to.contain('--dry-run')
    const { code, stdout } = await carillon('whoami')
    expect([code, JSON.parse(stdout).error.code]).to.deep.equal([4, 'not_logged_in'])
  })

  it('loads the server of the assistant protocol and the reader of CSV', async () => {
    const env = { PATH: process.env['PATH'], HOME: project, CARILLON_API_KEY: 'a', CARILLON_URL: 'http://127.0.0.1:9' }
    const program = join(project, 'node_modules/.bin/carillon')
    const served = run(program, ['mcp'], { cwd: project, env })
    served.child.stdin?.end()
    expect((await served).stdout).to.equal('')
    await writeFile(join(project, 'posts.csv'), 'account,text\n,One\n')
    const { code, stderr } = await run(program, ['publish', '--csv', 'posts.csv'], { cwd: project, env }).catch(
      (error) => error,
    )
    expect([code, stderr]).to.deep.equal([2, 'Row 1 has no account.\n'])
  })

  it('has no dependencies, nothing that runs at install, and at most 500 kB', async () => {
    const installed = join(project, 'node_modules/carillon-cli')
    const { dependencies, devDependencies, scripts } = JSON.parse(
      await readFile(join(installed, 'package.json'), 'utf8'),
    )
    expect([dependencies, devDependencies, scripts]).to.deep.equal([undefined, undefined, undefined])
    expect(await readdir(installed)).to.have.members(['dist', 'README.md', 'LICENSE', 'package.json'])
    expect(await readdir(join(project, 'node_modules'))).to.have.members(['.bin', '.package-lock.json', 'carillon-cli'])
    expect((await stat(tarball)).size).to.be.at.most(500_000)
  })
})
