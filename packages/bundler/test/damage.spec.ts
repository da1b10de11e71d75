import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnv } from '@carillon/testkit'
import { expect } from 'chai'
import { bundle } from '../src/index.ts'

describe('a bundle that is not as it was made', () => {
  let dir: string
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'carillon-bundle-')))
    mkdirSync(join(dir, 'src'))
    write('main', "console.log((await import('./later.ts')).text)")
    write('later', "export const text: string = 'one'")
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const source = (name: string) => join(dir, 'src', `${name}.ts`)
  const write = (name: string, text: string) => writeFileSync(source(name), text)
  const program = () => ({ main: source('main'), outdir: join(dir, 'dist') })
  const made = (name: string) => join(dir, 'dist', name)
  const names = () => readdirSync(join(dir, 'dist'))
  const chunk = () =>
    names().find((name) => name.startsWith('chunk-') && readFileSync(made(name), 'utf8').includes('one'))
  const run = (main: string) => execFileSync(process.execPath, [main], { encoding: 'utf8', env: childEnv })

  const damages: Record<string, () => void> = {
    'its main file is missing': () => rmSync(made('main.js')),
    'its main file was cut off': () => truncateSync(made('main.js'), 10),
    'a chunk is missing': () => rmSync(made(chunk() ?? '')),
    'a chunk is empty': () => truncateSync(made(chunk() ?? ''), 0),
    'the list of its sources was cut off': () => truncateSync(made('sources.json'), 10),
    'the list of its sources is that of another version': () =>
      writeFileSync(made('sources.json'), '{"src/main.ts":"1"}'),
    'it is gone': () => rmSync(join(dir, 'dist'), { recursive: true }),
  }
  for (const [how, damage] of Object.entries(damages)) {
    it(`is made again where ${how}`, async () => {
      await bundle(program())
      damage()
      expect(run(await bundle(program()))).to.equal('one\n')
    })
  }

  it('is made again once a source has other contents of the same size and time', async () => {
    utimesSync(source('later'), 1, 1)
    await bundle(program())
    write('later', "export const text: string = 'two'")
    utimesSync(source('later'), 1, 1)
    expect(run(await bundle(program()))).to.equal('two\n')
  })

  it('is not made again because the time of a source has changed, as by another checkout', async () => {
    const main = await bundle(program())
    utimesSync(source('later'), 1, 1)
    utimesSync(main, 1, 1)
    await bundle(program())
    expect(statSync(main).mtimeMs).to.equal(1_000)
  })

  it('is whole when it is made several times at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => bundle(program())))
    for (const main of all) expect(run(main)).to.equal('one\n')
    expect(names().filter((name) => name.endsWith('.part'))).to.deep.equal([])
  })

  it('leaves nothing half written where it cannot be written', async () => {
    mkdirSync(join(made('main.js'), 'in the way'), { recursive: true })
    const failed = await bundle(program()).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    expect(names().filter((name) => name.endsWith('.part'))).to.deep.equal([])
    rmSync(made('main.js'), { recursive: true })
    expect(run(await bundle(program()))).to.equal('one\n')
  })

  it('keeps its chunks for a day after the next one was made, however old they are', async () => {
    await bundle(program())
    const before = names().filter((name) => name.startsWith('chunk-'))
    for (const name of before) utimesSync(made(name), 1, 1)
    write('later', "export const text: string = 'the second one'")
    await bundle(program())
    expect(names()).to.include.members(before)
  })
})
