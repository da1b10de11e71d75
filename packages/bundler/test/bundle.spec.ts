import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { bundle, bundleApp, bundledApps } from '../src/index.ts'
import { createProgram, type Program, run } from './program.ts'

describe('a bundle', () => {
  let program: Program['program']
  let write: Program['write']
  let remove: () => void
  beforeEach(() => {
    ;({ program, write, remove } = createProgram('deeply/nested/dist'))
  })
  afterEach(() => remove())

  it('runs as the sources do, with the files beside them', async () => {
    write({
      'main.ts': `
        import { greeting } from './texts/greeting.ts'
        class Named extends Error {}
        const { other } = await import('./other.ts')
        console.log(greeting as string, Named.name, other(), process.moduleLoadList.some((name: string) => name.includes('amaro')))`,
      'other.ts': 'export const other = (): string => other.name',
      'texts/greeting.ts': `
        import { readFileSync } from 'node:fs'
        export const greeting: string = readFileSync(new URL('./greeting.txt', import.meta.url), 'utf8')
          + new URL(\`./\${'a'}.txt\`, import.meta.url).href.slice(-16)`,
      'texts/greeting.txt': 'Good morning',
    })
    expect(run(await bundle(program))).to.equal('Good morning/src/texts/a.txt Named other false\n')
  })

  it('is ASCII, whatever the sources have', async () => {
    write({
      'main.ts': `
        const tag = (cooked: TemplateStringsArray) => cooked[0]
        console.log(tag\`a · b ☺\`, \`„\${1}“ 🙂\`, "é", /^[🙂ü]$/u.test("🙂"), /ü/.test("ü"))`,
    })
    const main = await bundle(program)
    expect(/[^\0-\x7f]/.test(readFileSync(main, 'utf8'))).to.equal(false)
    expect(run(main)).to.equal('a · b ☺ „1“ 🙂 é true true\n')
  })

  it('is made again once a source has changed, and not before', async () => {
    write({
      'main.ts': "import { text } from './text.ts'\nconsole.log(text)",
      'text.ts': "export const text = 'one'",
    })
    const main = await bundle(program)
    // Older than any file that is written now.
    utimesSync(main, 1, 1)
    expect(await bundle(program)).to.equal(main)
    expect(statSync(main).mtimeMs).to.equal(1_000)
    write({ 'text.ts': "export const text = 'other'" })
    await bundle(program)
    expect(run(main)).to.equal('other\n')
  })

  it('leaves the chunks of the one before it for a day, to processes that run', async () => {
    const later = (text: string) => write({ 'later.ts': `export const text: string = '${text}'` })
    const chunks = () => new Set(readdirSync(program.outdir).filter((name) => name.startsWith('chunk-')))
    write({ 'main.ts': "console.log((await import('./later.ts')).text)" })
    later('one')
    await bundle(program)
    const before = chunks()
    later('second')
    await bundle(program)
    const after = chunks()
    expect([...after]).to.include.members([...before])
    const dayBefore = Date.now() / 1000 - 86_401
    for (const name of before) utimesSync(join(program.outdir, name), dayBefore, dayBefore)
    later('the third one')
    await bundle(program)
    expect([...chunks()]).to.not.include.members([...before])
    expect([...chunks()]).to.include.members([...after].filter((name) => !before.has(name)))
    expect(run(join(program.outdir, 'main.js'))).to.equal('the third one\n')
  })

  it('is not made of sources with an error', async () => {
    write({ 'main.ts': "import './missing.ts'" })
    expect(await bundle(program).catch(({ message }: Error) => message)).to.include('missing.ts')
  })

  for (const app of bundledApps) {
    it(`of ${app} starts nothing that has types to strip`, async () => {
      const main = await bundleApp(app)
      const files = readdirSync(join(main, '..')).filter((name) => name.endsWith('.js'))
      expect(files).to.include.members(['main.js', 'blocked-thread.js', 'image-process.js'])
      // Lines are limited, also within texts.
      const textOf = (name: string) => readFileSync(join(main, '..', name), 'utf8').replaceAll('\\\n', '')
      const started = files.flatMap((name) =>
        [...textOf(name).matchAll(/new URL\(\s*"\.\/([\w-]+\.[jt]s)",\s*import\.meta\.url\)/g)].map(([, path]) => path),
      )
      expect(['blocked-thread.js', 'image-process.js']).to.include.members(started)
      expect(started).to.include('image-process.js')
    })
  }
})
