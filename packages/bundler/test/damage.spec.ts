import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { bundle } from '../src/index.ts'
import { createProgram, type Program, run } from './program.ts'

describe('a bundle that is not as it was made', () => {
  let program: Program['program']
  let source: Program['source']
  let write: Program['write']
  let remove: () => void
  beforeEach(() => {
    ;({ program, source, write, remove } = createProgram('dist'))
    write({
      'main.ts': "console.log((await import('./later.ts')).text)",
      'later.ts': "export const text: string = 'one'",
    })
  })
  afterEach(() => remove())

  const made = (name: string) => join(program.outdir, name)
  const names = () => readdirSync(program.outdir)
  const chunk = () =>
    names().find((name) => name.startsWith('chunk-') && readFileSync(made(name), 'utf8').includes('one'))

  const damages: Record<string, () => void> = {
    'its main file is missing': () => rmSync(made('main.js')),
    'its main file was cut off': () => truncateSync(made('main.js'), 10),
    'a chunk is missing': () => rmSync(made(chunk() ?? '')),
    'a chunk is empty': () => truncateSync(made(chunk() ?? ''), 0),
    'the list of its sources was cut off': () => truncateSync(made('sources.json'), 10),
    'the list of its sources is that of another version': () =>
      writeFileSync(made('sources.json'), '{"src/main.ts":"1"}'),
    'it is gone': () => rmSync(program.outdir, { recursive: true }),
  }
  for (const [how, damage] of Object.entries(damages)) {
    it(`is made again where ${how}`, async () => {
      await bundle(program)
      damage()
      expect(run(await bundle(program))).to.equal('one\n')
    })
  }

  it('is made again once a source has other contents of the same size and time', async () => {
    utimesSync(source('later.ts'), 1, 1)
    await bundle(program)
    write({ 'later.ts': "export const text: string = 'two'" })
    utimesSync(source('later.ts'), 1, 1)
    expect(run(await bundle(program))).to.equal('two\n')
  })

  it('is not made again because the time of a source has changed, as by another checkout', async () => {
    const main = await bundle(program)
    utimesSync(source('later.ts'), 1, 1)
    utimesSync(main, 1, 1)
    await bundle(program)
    expect(statSync(main).mtimeMs).to.equal(1_000)
  })

  it('is whole when it is made several times at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => bundle(program)))
    for (const main of all) expect(run(main)).to.equal('one\n')
    expect(names().filter((name) => name.endsWith('.part'))).to.deep.equal([])
  })

  it('leaves nothing half written where it cannot be written', async () => {
    mkdirSync(join(made('main.js'), 'in the way'), { recursive: true })
    const failed = await bundle(program).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    expect(names().filter((name) => name.endsWith('.part'))).to.deep.equal([])
    rmSync(made('main.js'), { recursive: true })
    expect(run(await bundle(program))).to.equal('one\n')
  })

  it('keeps its chunks for a day after the next one was made, however old they are', async () => {
    await bundle(program)
    const before = names().filter((name) => name.startsWith('chunk-'))
    for (const name of before) utimesSync(made(name), 1, 1)
    write({ 'later.ts': "export const text: string = 'the second one'" })
    await bundle(program)
    expect(names()).to.include.members(before)
  })
})
