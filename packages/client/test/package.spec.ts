import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const folder = join(import.meta.dirname, '..')

describe('the package', () => {
  let built: string
  before(async () => {
    built = await mkdtemp(join(tmpdir(), 'carillon-client-'))
    await promisify(execFile)('tsc', ['-p', join(folder, 'tsconfig.build.json'), '--outDir', built])
  })
  after(() => rm(built, { recursive: true, force: true }))

  it('is JavaScript with types, without imports of anything else', async () => {
    const names = await readdir(built)
    expect(names).to.include.members(['index.js', 'index.d.ts', 'schema.d.ts'])
    for (const name of names) {
      const text = await readFile(join(built, name), 'utf8')
      expect(text, name).not.to.match(/from '(?!\.\/[\w-]+\.[jt]s')/)
    }
    const { createClient } = await import(join(built, 'index.js'))
    expect(createClient({ baseUrl: 'http://localhost', apiKey: 'a' })).to.have.all.keys(
      'get',
      'post',
      'put',
      'patch',
      'delete',
    )
  })

  it('publishes what is built', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(manifest.files).to.deep.equal(['dist/package'])
    expect(manifest.publishConfig.exports['.']).to.deep.equal({
      types: './dist/package/index.d.ts',
      default: './dist/package/index.js',
    })
  })
})
