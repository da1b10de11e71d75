import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { castLines } from '../architecture/casts.ts'
import { checkArchitecture } from '../architecture/check.ts'
import { rules } from '../architecture/rules.ts'

const PACKAGES: Record<string, { dependencies?: string[]; devDependencies?: string[]; exports?: unknown }> = {
  'packages/errors': {},
  'packages/log': {},
  'packages/domain': { dependencies: ['errors'] },
  'packages/outbound': { dependencies: ['log'] },
  'packages/providers': { dependencies: ['domain', 'outbound'] },
  'packages/testkit': { dependencies: ['log'] },
  'apps/worker': { dependencies: ['log'], devDependencies: ['testkit'] },
}

// Not written into the imports below, where the check itself would find them.
const DEEP = '@carillon/log/src/a.ts'
const OUTSIDE = '../../../packages/log/src/a.ts'

/** In memory where possible, because each test writes and deletes a workspace of many small files. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

describe('checkArchitecture', () => {
  let root: string

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  function room(folder: string, { dependencies = [], devDependencies = [], exports }: (typeof PACKAGES)[string]): void {
    const own = (names: string[]) => Object.fromEntries(names.map((name) => [`@carillon/${name}`, 'workspace:*']))
    const manifest = {
      name: `@carillon/${folder.split('/')[1]}`,
      exports: exports ?? { '.': './src/index.ts' },
      dependencies: own(dependencies),
      devDependencies: own(devDependencies),
    }
    write(`${folder}/package.json`, JSON.stringify(manifest))
  }

  beforeEach(() => {
    root = mkdtempSync(join(parent, 'architecture-'))
    for (const [folder, declared] of Object.entries(PACKAGES)) room(folder, declared)
    write(
      'packages/domain/src/index.ts',
      "import { a } from '@carillon/errors'\nexport const platforms = ['instagram', 'x']\n",
    )
    write(
      'packages/outbound/src/index.ts',
      "import { request } from 'undici'\nexport const answer = await fetch('https://a.test')\n",
    )
    write('apps/worker/test/a.spec.ts', "import { b } from '@carillon/testkit'\n// on instagram\nprocess.env['A']\n")
    write('apps/worker/src/main.ts', "console.log(process.env['PORT'])\n")
    write('scripts/start.ts', "await import('../apps/worker/src/main.ts')\n")
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function found(laws = rules): string[] {
    return checkArchitecture(root, laws).violations.map(({ path, line, found: what }) => `${path}:${line} ${what}`)
  }

  it('reports lines of doc comments that are too long', () => {
    const text = `${'word '.repeat(23)}end`
    write('packages/log/src/a.ts', `/** ${text} */\nconst a = 1\n/**\n * ${text} too long\n */\nexport const b = a\n`)
    write('packages/log/src/b.ts', `/** See https://a.test/ ${text} */\nexport const c = '${text} ${text}'\n`)
    expect(found())
      .to.include('packages/log/src/a.ts:1 125 columns')
      .and.to.include('packages/log/src/a.ts:4 130 columns')
    expect(found().filter((line) => line.includes('src/b.ts'))).to.deep.equal([])
  })

  it('finds nothing where there is nothing', () => expect(found()).to.deep.equal([]))

  it('reports how many files there are, and the middle one', () => {
    expect(checkArchitecture(root)).to.include({ files: 5, median: 2 })
  })

  describe('finds', () => {
    it('an arrow that only the manifest draws', () => {
      room('packages/errors', { dependencies: ['domain'] })
      expect(found()).to.deep.equal(['packages/errors/package.json:1 errors → domain is not an arrow'])
    })

    it('a package without a row', () => {
      room('packages/extras', {})
      expect(found()).to.deep.equal(['packages/extras/package.json:1 no row for extras in the arrows'])
    })

    it('exports beside "."', () => {
      room('packages/log', { exports: { '.': './src/index.ts', './redact': './src/redact.ts' } })
      expect(found()).to.deep.equal(['packages/log/package.json:1 exports something else than "." alone'])
    })

    for (const [what, path, text, violation] of [
      [
        'a static import',
        'packages/log/src/a.ts',
        "\nimport a from '@carillon/domain'",
        ':2 log → domain is not an arrow',
      ],
      [
        'a dynamic import',
        'packages/log/src/a.ts',
        "await import('@carillon/domain')",
        ':1 log → domain is not an arrow',
      ],
      ['a re-export', 'packages/log/src/a.ts', "export * from '@carillon/domain'", ':1 log → domain is not an arrow'],
      [
        'a type import',
        'packages/log/src/a.ts',
        "import type { A } from '@carillon/domain'",
        ':1 log → domain is not an arrow',
      ],
      [
        'an undeclared arrow',
        'apps/worker/src/a.ts',
        "import '@carillon/errors'",
        ':1 errors is not in the dependencies',
      ],
      [
        'the test kit in the product',
        'apps/worker/src/a.ts',
        "import '@carillon/testkit'",
        ':1 testkit is for tests only',
      ],
      ['a deep import', 'apps/worker/src/a.ts', `import '${DEEP}'`, `:1 deep import ${DEEP}`],
      ['a way out', 'apps/worker/src/a.ts', `import '${OUTSIDE}'`, `:1 leaves its package: ${OUTSIDE}`],
      [
        'an undeclared import of a test',
        'apps/worker/test/a.ts',
        "import '@carillon/domain'",
        ':1 domain is not declared',
      ],
      [
        'an adapter on another',
        'packages/providers/src/x/a.ts',
        "import '../tiktok/b.ts'",
        ':1 providers/x imports providers/tiktok',
      ],
      ['a network', 'apps/worker/src/a.ts', '\n\nconst a = instagramId', ':3 "instagram"'],
      ['a network in a comment', 'apps/worker/src/a.ts', '// as TikTok wants it', ':1 "tiktok"'],
      ['a network of one letter', 'apps/worker/src/a.ts', "if (network === 'x') a()", ':1 "\'x\'"'],
      ["a network's host", 'packages/log/src/a.ts', 'get("https://graph.facebook.com/v25.0")', ':1 "facebook"'],
      ['a network in another one', 'packages/providers/src/x/a.ts', '// unlike YouTube', ':1 "youtube"'],
      ['a call of the network', 'apps/worker/src/a.ts', "await fetch('https://a.test')", ':1 fetch('],
      ['a call by its full name', 'apps/worker/src/a.ts', 'globalThis.fetch(a)', ':1 globalThis.fetch'],
      ['the library for calls', 'apps/worker/src/a.ts', "import { request } from 'undici'", ":1 from 'undici'"],
      [
        'a socket',
        'packages/log/src/a.ts',
        "import { connect } from 'node:net'",
        ":1 import { connect } from 'node:net'",
      ],
      ['SQL', 'apps/worker/src/a.ts', 'await sql`select 1`', ':1 sql`'],
      ['typed SQL', 'apps/worker/src/a.ts', 'await sql<{ a: 1 }>`select 1`', ':1 sql<{ a: 1 }>`'],
      ['a query', 'apps/worker/src/a.ts', "pool.query('select 1')", ':1 pool.query('],
      ['a statement by hand', 'packages/database/src/queries/a.ts', '\n  from a`.execute(db.kysely)', ':2 `.execute('],
      ['one with a name', 'packages/database/src/queries/a.ts', "const a = statement<A>('')", ':1 statement<'],
      ['one that is sent', 'packages/database/src/queries/a.ts', 'db.query<A>(text, [])', ':1 db.query'],
      [
        "the machine's order beside a named one",
        'packages/service/src/a.ts',
        "a.localeCompare(b, 'en')\na.localeCompare(b)",
        ':2 .localeCompare(',
      ],
      ['a database driver', 'apps/worker/src/a.ts', "import pg from 'pg'", ":1 from 'pg'"],
      ['the environment', 'apps/worker/src/a.ts', "const a = process.env['A']", ':1 process.env'],
      ['a file that is too long', 'apps/worker/src/a.ts', 'a()\n'.repeat(301), ':301 301 lines'],
    ] as const) {
      it(what, () => {
        write(path, text)
        expect(found()).to.include(`${path}${violation}`)
        // Naming the other adapter's folder breaks the rule for network names as well.
        expect(found()).to.have.length(what === 'an adapter on another' ? 2 : 1)
      })
    }

    for (const path of ['apps/worker/src/utils.ts', 'packages/log/src/types.ts', 'scripts/helpers.mjs']) {
      it(`the name ${path}`, () => {
        write(path, '')
        expect(found()).to.have.length(1)
        expect(found()[0]).to.contain('says nothing')
      })
    }

    it('the name of a folder', () => {
      write('apps/worker/src/common/a.ts', '')
      expect(found()).to.deep.equal(['apps/worker/src/common:1 "common" says nothing'])
    })
  })

  describe('finds cycles:', () => {
    const cycle = (...names: string[]) => names.map((name) => `packages/log/src/${name}.ts`).join(' → ')

    it('two files that import each other, reported once', () => {
      write('packages/log/src/a.ts', "import { b } from './b.ts'")
      write('packages/log/src/b.ts', "import { a } from './a.ts'")
      expect(found()).to.deep.equal([`packages/log/src/a.ts:1 ${cycle('a', 'b', 'a')}`])
    })

    it('one over three files, by type imports and exports too', () => {
      write('packages/log/src/a.ts', "import type { B } from './b.ts'")
      write('packages/log/src/b.ts', "export * from './c.ts'")
      write('packages/log/src/c.ts', "const { a } = await import('./a.ts')")
      expect(found()).to.deep.equal([`packages/log/src/a.ts:1 ${cycle('a', 'b', 'c', 'a')}`])
    })

    it('of folders, although no file imports itself: named with the first file of the cycle', () => {
      write('packages/log/src/a/one.ts', "import { two } from '../b/two.ts'")
      write('packages/log/src/b/two.ts', '')
      write('packages/log/src/b/three.ts', "import type { Four } from '../a/four.ts'")
      write('packages/log/src/a/four.ts', '')
      const folders = ['a', 'b', 'a'].map((name) => `packages/log/src/${name}`).join(' → ')
      expect(found()).to.deep.equal([`packages/log/src/a/one.ts:1 ${folders}`])
    })

    it('of a folder and a file beside it', () => {
      write('packages/log/src/deep/one.ts', "import { two } from '../two.ts'")
      write('packages/log/src/deep/three.ts', '')
      write('packages/log/src/two.ts', "import { three } from './deep/three.ts'")
      const entries = ['deep', 'two.ts', 'deep'].map((name) => `packages/log/src/${name}`).join(' → ')
      expect(found()).to.deep.equal([`packages/log/src/deep/one.ts:1 ${entries}`])
    })

    it('a file that imports itself', () => {
      write('packages/log/src/a.ts', "import { a } from './a.ts'")
      expect(found()).to.deep.equal([`packages/log/src/a.ts:1 ${cycle('a', 'a')}`])
    })

    it('none where imports only meet, and in tests', () => {
      write('packages/log/src/a.ts', "import { c } from './c.ts'")
      write('packages/log/src/b.ts', "import { c } from './c.ts'")
      write('packages/log/src/c.ts', '')
      write('apps/worker/test/a.ts', "import { b } from './b.ts'")
      write('apps/worker/test/b.ts', "import { a } from './a.ts'")
      expect(found()).to.deep.equal([])
      write('packages/log/src/c.ts', "import { a } from './a.ts'")
      expect(found()).to.have.length(1)
    })
  })

  describe('finds long folders:', () => {
    const fill = (folder: string, count: number) => {
      for (let index = 0; index < count; index += 1) write(`${folder}/file-${index}.ts`, '')
    }

    it('one file too many', () => {
      fill('packages/log/src', rules.maxFilesInFolder)
      expect(found()).to.deep.equal([])
      fill('packages/log/src', rules.maxFilesInFolder + 1)
      expect(found()).to.deep.equal([`packages/log/src:1 ${rules.maxFilesInFolder + 1} files`])
    })

    it('not those below it, nor a folder that is a list by nature', () => {
      for (const folder of ['a', 'b']) fill(`packages/log/src/${folder}`, rules.maxFilesInFolder)
      fill('packages/log/src/list', rules.maxFilesInFolder + 1)
      expect(found({ ...rules, longFolders: ['packages/log/src/list'] })).to.deep.equal([])
    })
  })

  describe('finds words that the vocabulary rejects:', () => {
    const rejected = [
      ...[
        'const film = 1',
        '// The token lapsed.',
        '// The address is refused.',
        'const refusal = 1',
        '// sealed with a key',
      ],
      ...[
        'interface World {}',
        '// what the house does',
        '// lifetimes of rows',
        '// The row is made anew.',
        '// handed in',
      ],
      ...['// overtaken by another', '// to the letter', 'const timedDoor = 1', 'let tally = 0', 'const patience = 1'],
      ...['keepHouse()', '// the frozen post', '// the day budget', '// while it is under way'],
      ...[
        '// whoever calls',
        '// those who wait',
        '// a key of ours',
        '// an id that is none',
        '// text that is no JSON',
      ],
      ...[
        '// it is told by its id',
        '// it stands in the row',
        'const most = 1',
        '// ten at the most',
        '// a room',
        '// a door',
      ],
      ...['// the network budget', '// the server answers', '// asks the network', '// our store'],
    ]
    for (const text of rejected) {
      it(text, () => {
        write('packages/log/src/a.ts', text)
        expect(found().join()).to.match(/^packages\/log\/src\/a\.ts:1 ".+": say \w/)
      })
    }

    it('on pages and in tests as well', () => {
      write('docs/page.md', '# Title\n\nA film.\n')
      write('apps/worker/test/b.ts', '// lapsed')
      expect(found()).to.have.members([
        'docs/page.md:3 "film": say video',
        'apps/worker/test/b.ts:1 "lapsed": say expired',
      ])
    })

    it('each row of the table by one of these examples', () => {
      for (const { word } of rules.vocabulary.words) {
        expect(
          rejected.some((text) => word.test(text)),
          String(word),
        ).to.equal(true)
      }
    })

    it('nothing in migrations, which keep the words of their day', () => {
      write('packages/database/src/migrations/0001-initial.ts', "const column = 'film'")
      expect(found().filter((each) => each.includes('film'))).to.deep.equal([])
    })
  })

  describe('finds discarded promises:', () => {
    for (const text of [
      'void work()',
      'setTimeout(() => void work(), 5)',
      'void a.b(c => d(c)).then(\n  (e) => f(e),\n)',
      'void client\n  .call()\n  .json()',
      'void work().catch(a).finally(b)',
      'void store?.delete(id)',
      'void rows[0].end()',
      'return void work(async () => void other())',
    ]) {
      it(JSON.stringify(text), () => {
        write('packages/log/src/a.ts', text)
        expect(
          found({ ...rules, maxCasts: 0 }).some((line) => line.startsWith('packages/log/src/a.ts:1 void ')),
        ).to.equal(true)
      })
    }

    for (const text of [
      'void work().catch(report)',
      'void store\n  .delete(id)\n  .catch((error) => log.warn(error))',
      'return void response.status(404).json({ a: f() })',
      'all.map((a) => void list.push(a))',
      'return void (await work())',
      'const work: () => void = begin\nwork()',
      'void frame',
      "const a = 'void work()'",
      '// void work()',
    ]) {
      it(`not in ${JSON.stringify(text)}`, () => {
        write('packages/log/src/a.ts', text)
        expect(found()).to.deep.equal([])
      })
    }

    it('not in tests', () => {
      write('packages/log/test/a.ts', 'void work()')
      expect(found()).to.deep.equal([])
    })
  })

  describe('finds getters of object literals', () => {
    const literal = 'const a = {\n  get b() {\n    return 1\n  },\n}\n'
    const ofClass = 'class A extends B<{ c: 1 }> {\n  #d = { e: 1 }\n  get b() {\n    return 1\n  }\n}\n'

    it('in what serves requests, and none of classes', () => {
      write('packages/log/src/a.ts', literal)
      write('packages/log/src/b.ts', ofClass)
      const what = 'a getter of an object literal; make it a method, or a getter of a class'
      expect(found()).to.deep.equal([`packages/log/src/a.ts:2 ${what}`])
    })

    for (const [text, count] of [
      ["const a = { get 'b'() { return c } }", 1],
      ['const a = { d, get [e]() { return c } }', 1],
      ['const a = {\n  get\n  b() {\n    return 1\n  },\n}', 1],
      ["Object.defineProperty(a, 'b', { get: () => c })", 1],
      ["Object.defineProperty(a, 'b', { get() { return c } })", 1],
      ["Object.defineProperty(a, 'b', shared)", 0],
      ["class A { get 'b'() { return 1 } }", 0],
      ['const a = { get: () => 1, b: map.get(c) }', 0],
      ['map.get(a)()', 0],
    ] as const) {
      it(`${count} in ${JSON.stringify(text)}`, () => {
        write('packages/log/src/a.ts', text)
        expect(found()).to.have.length(count)
      })
    }

    it('not in tests and clients', () => {
      write('packages/log/test/a.ts', literal)
      write('packages/client/src/a.ts', literal)
      expect(found()).to.deep.equal([])
    })
  })

  describe('counts casts:', () => {
    it('each one beyond the budget is reported, and none within it', () => {
      write('packages/log/src/a.ts', 'const a = b as A\nconst c = d() as unknown as C\n')
      expect(found({ ...rules, maxCasts: 2 })).to.deep.equal([])
      const what = '2 casts outside of JSON boundaries, at most 1'
      expect(found({ ...rules, maxCasts: 1 })).to.deep.equal([
        `packages/log/src/a.ts:1 ${what}`,
        `packages/log/src/a.ts:2 ${what}`,
      ])
    })

    it('not in tests, scripts and JSON boundaries', () => {
      for (const path of ['packages/log/src/json.ts', 'apps/worker/test/b.ts', 'scripts/c.ts'])
        write(path, 'const a = b as A')
      expect(found({ ...rules, maxCasts: 0, jsonBoundaries: ['packages/log/src/json.ts'] })).to.deep.equal([])
      expect(found({ ...rules, maxCasts: 0, jsonBoundaries: [] })).to.have.length(1)
    })

    for (const [text, count] of [
      ['const a = b as A', 1],
      ['const a = (b\n  as A).c', 1],
      ["const a = 'text' as A", 1],
      ['const a = `$\u007bb as A} as B` as C', 2],
      ['const a = { b: [c as A] } as { b: A[] }', 2],
      ['const a = b as unknown as A', 1],
      ['const a = /as A/.exec(b as A)', 1],
      ['const a = [1] as const', 0],
      ["import { a as b, type C as D } from 'c'", 0],
      ["export { a as b } from 'c'", 0],
      ['export { a as b }', 0],
      ['type A = { [K in keyof B as Uppercase<K>]: 1 }', 0],
      ['// a as A', 0],
      ['/* a\n as A */', 0],
      ["const a = 'b as A'", 0],
      ['const as = 1', 0],
    ] as const) {
      it(`${count} in ${JSON.stringify(text)}`, () => expect(castLines(text)).to.have.length(count))
    }
  })

  describe('lets pass', () => {
    for (const [what, path, text] of [
      ['300 lines', 'apps/worker/src/a.ts', 'a()\n'.repeat(300)],
      ['a long test', 'apps/worker/test/a.ts', 'a()\n'.repeat(400)],
      ['a long generated file', 'packages/log/src/a.ts', `// Generated by a script.\n${'a()\n'.repeat(400)}`],
      ['the catalogue', 'packages/errors/src/catalogue.ts', 'a()\n'.repeat(400)],
      ['a network in its own folder', 'packages/providers/src/x/a.ts', "// twitter, now 'x'"],
      [
        'the family of one network',
        'packages/providers/src/instagram/a.ts',
        "import '../meta/graph.ts' // facebook login",
      ],
      ['a fetch that is a parameter', 'apps/worker/src/a.ts', 'function a(fetch: Read) {\n  fetch(1)\n}'],
      ['a method of that name', 'apps/worker/src/a.ts', 'cache.fetch(1)'],
      ['types of sockets', 'apps/worker/src/a.ts', "import type { Socket } from 'node:net'"],
      ['words with an x', 'apps/worker/src/a.ts', "const x = 'xyz' // x"],
      ['what a comment imports', 'apps/worker/src/a.ts', "// import a from '@carillon/domain'"],
    ] as const) {
      it(what, () => {
        write(path, text)
        expect(found()).to.deep.equal([])
      })
    }
  })
})
