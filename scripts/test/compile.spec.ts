import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/compile.ts')

describe('compiling before the start', () => {
  let dir: string
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'carillon-compile-')))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const node = (...args: string[]) =>
    execFileSync(process.execPath, args, {
      // Node keeps nothing compiled while it measures coverage.
      env: { NODE_COMPILE_CACHE: join(dir, 'cache') },
      encoding: 'utf8',
      stdio: 'pipe',
    })

  /** Whether a process that loads a module also loads the compiler that strips types. */
  const stripsTypes = (file: string): boolean => {
    const loaded = "process.moduleLoadList.some((name) => name.includes('deps/amaro'))"
    const code = `await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(${loaded})`
    return node('--input-type=module', '--eval', code).trim() === 'true'
  }

  /** A package with the given modules. */
  const write = (modules: Record<string, string>) => {
    mkdirSync(join(dir, 'src'), { recursive: true })
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(dir, 'src', name), text)
  }

  it('leaves no types to strip to the process that runs, in modules that it loads later neither', () => {
    cpSync(join(root, 'packages/errors/src'), join(dir, 'src'), { recursive: true })
    write({ 'later.ts': 'export const later: string = process.argv0' })
    const modules = ['index.ts', 'later.ts'].map((name) => join(dir, 'src', name))
    expect(modules.map(stripsTypes)).to.deep.equal([true, true])
    rmSync(join(dir, 'cache'), { recursive: true })
    node(script, dir)
    expect(modules.map(stripsTypes)).to.deep.equal([false, false])
  })

  it('runs no main module', () => {
    const ran = join(dir, 'ran')
    write({ 'main.ts': `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(ran)}, '' as string)` })
    node(script, dir)
    expect(existsSync(ran)).to.equal(false)
    expect(stripsTypes(join(dir, 'src/main.ts'))).to.equal(false)
    expect(existsSync(ran)).to.equal(true)
  })

  it('rejects a package that cannot be loaded', () => {
    write({ 'main.ts': "import './missing.ts'" })
    expect(() => node(script, dir)).to.throw(/missing\.ts/)
  })
})
