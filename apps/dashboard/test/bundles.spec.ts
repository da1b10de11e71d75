import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { keepBundles, NotBundledError } from '../src/bundles.ts'
import { type Bundle, type Manifest, manifestName, readBundle } from '../src/manifest.ts'

const bundle: Bundle = { folder: '/one', scripts: [], preloads: [], styles: [], files: {}, sizes: {} }

describe('the bundle that is served', () => {
  let now: number
  let built: Bundle | undefined
  let builds: number
  let failing: boolean
  const open = () =>
    keepBundles({
      wantedName: async () => 'one',
      read: async () => built,
      async build() {
        builds++
        if (failing) throw new Error('EROFS')
        built = bundle
      },
      now: () => now,
    })
  beforeEach(() => {
    now = 0
    built = undefined
    builds = 0
    failing = false
  })

  it('is built once, and is not there until then', async () => {
    const bundles = open()
    expect(await Promise.all([bundles.current(), bundles.current()])).to.deep.equal([undefined, undefined])
    await turn()
    expect(await bundles.current()).to.equal(bundle)
    expect(builds).to.equal(1)
    expect(bundles.served()).to.deep.equal([bundle])
  })

  it('is the newest again after the sources have changed back', async () => {
    const other: Bundle = { ...bundle, folder: '/two' }
    let name = 'one'
    const read = async (wanted: string) => (wanted === 'one' ? bundle : other)
    const bundles = keepBundles({ wantedName: async () => name, read, build: async () => {}, now: () => now })
    for (name of ['one', 'two', 'one']) await bundles.current()
    expect(bundles.served()).to.deep.equal([other, bundle])
  })

  it('is tried again after a failure, such as a full disk, and taken as soon as somebody else has built it', async () => {
    const bundles = open()
    const failure = () => bundles.current().catch((error: unknown) => error)
    failing = true
    expect(await bundles.current()).to.equal(undefined)
    await turn()
    now = 9_999
    expect(await failure())
      .to.be.instanceOf(NotBundledError)
      .with.property('cause')
      .with.property('message', 'EROFS')
    expect(builds).to.equal(1)
    now = 10_000
    expect(await bundles.current()).to.equal(undefined)
    await turn()
    expect(builds).to.equal(2)
    expect(await failure()).to.be.instanceOf(NotBundledError)
    built = bundle
    expect(await bundles.current()).to.equal(bundle)
  })
})

describe('a bundle on disk', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'carillon-bundle-'))
    mkdirSync(join(dir, 'one'))
    writeFileSync(join(dir, 'one/main.js'), 'main()')
    const manifest: Manifest = {
      ...{ scripts: ['main.js'], preloads: [], styles: [] },
      ...{ files: { 'main.js': { encodings: [] } }, sizes: { 'main.js': 6 } },
    }
    writeFileSync(join(dir, 'one', manifestName), JSON.stringify(manifest))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('is read', async () => {
    expect(await readBundle('one', dir)).to.include({ folder: join(dir, 'one') })
    expect(await readBundle('none', dir)).to.equal(undefined)
  })

  for (const file of ['main.js', manifestName]) {
    it(`is not returned if ${file} was cut off or is missing`, async () => {
      truncateSync(join(dir, 'one', file), 0)
      expect(await readBundle('one', dir)).to.equal(undefined)
      rmSync(join(dir, 'one', file))
      expect(await readBundle('one', dir)).to.equal(undefined)
    })
  }
})
