import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('versions', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'))

  it('are the same in every package', () => {
    const folders = ['apps', 'packages'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    )
    const packages = folders.map((folder) => `${folder}/package.json`).filter((file) => existsSync(join(root, file)))
    expect(packages.length).to.be.greaterThan(10)
    const others = packages.filter((file) => JSON.parse(read(file)).version !== version)
    expect(others).to.deep.equal([])
  })

  it('have a section in the changelog, the present one first', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings.filter((heading) => heading !== 'Unreleased')[0]).to.equal(version)
  })

  it('name every migration that a release does not hold yet', () => {
    const unreleased = /## Unreleased\n([\s\S]*?)\n## /.exec(read('CHANGELOG.md'))?.[1] ?? ''
    const newest = readdirSync(join(root, 'packages/database/src/migrations')).sort().at(-1)?.replace('.ts', '') ?? ''
    const [, released = ''] = read('CHANGELOG.md').split('\n## 0.1.0')
    expect(`${unreleased}${released}`).to.contain(newest)
  })
})
