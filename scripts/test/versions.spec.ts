import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { imageVersions, packageFiles, versionIn } from '../release/tree.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('versions', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'))

  it('are the same in every package', () => {
    const packages = packageFiles(root)
    expect(packages.length).to.be.greaterThan(10)
    expect(packages.filter((file) => versionIn(root, file) !== version)).to.deep.equal([])
  })

  it('are those of the image, its label and its name', () => {
    for (const file of Object.keys(imageVersions)) expect(versionIn(root, file), file).to.equal(version)
  })

  it('have a section in the changelog, the present one first', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, heading]) => heading)
    expect(headings.filter((heading) => heading !== 'Unreleased')[0]).to.equal(version)
  })

  it('name every migration that a release does not hold yet', () => {
    const unreleased = /## Unreleased\n([\s\S]*?)\n## /.exec(read('CHANGELOG.md'))?.[1] ?? ''
    const newest = readdirSync(join(root, 'packages/database/src/migrations')).sort().at(-1)?.replace('.ts', '') ?? ''
    const [, released = ''] = read('CHANGELOG.md').split(`\n## ${version}`)
    expect(`${unreleased}${released}`).to.contain(newest)
  })
})
