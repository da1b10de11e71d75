import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { prepareRelease } from '../release/prepare.ts'
import { ReleaseError } from '../release/release-error.ts'
import { tagRelease } from '../release/tag.ts'

describe('a release', () => {
  let root: string
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--message', 'State')
  }
  const prepare = (version: string) => prepareRelease(root, { version, today: '2026-11-22' })

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'carillon-release-'))
    git('init', '--quiet')
    for (const [name, value] of [
      ['user.name', 'Test'],
      ['user.email', 'test@example.com'],
    ] as const) {
      git('config', name, value)
    }
    const manifest = (name: string) =>
      `{\n  "name": "${name}",\n  "version": "0.1.0",\n  "dependencies": { "a": "0.1.0" }\n}\n`
    write('package.json', manifest('whole'))
    write('apps/one/package.json', manifest('one'))
    write('packages/two/package.json', manifest('two'))
    write('infra/Dockerfile', 'FROM node\nLABEL org.opencontainers.image.version="0.1.0"\n')
    const compose = 'x-carillon:\n  image: carillon:0.1.0\nservices:\n  db:\n    image: postgres:18\n'
    write('infra/compose.yaml', compose)
    write('infra/ha/compose.yaml', compose)
    write('infra/kubernetes/carillon/kustomization.yaml', 'images:\n  - name: carillon\n    newTag: 0.1.0\n')
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n- Bells.\n\n## 0.1.0\n\nThe first.\n')
    commit()
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('has its version in every package, the image and the changelog', () => {
    prepare('0.2.0')
    for (const file of ['package.json', 'apps/one/package.json', 'packages/two/package.json']) {
      const { version, dependencies } = JSON.parse(read(file))
      expect([version, dependencies], file).to.deep.equal(['0.2.0', { a: '0.1.0' }])
    }
    expect(read('infra/Dockerfile')).to.contain('image.version="0.2.0"')
    for (const compose of ['infra/compose.yaml', 'infra/ha/compose.yaml']) {
      expect(read(compose)).to.contain('image: carillon:0.2.0\n').and.to.contain('postgres:18')
    }
    expect(read('infra/kubernetes/carillon/kustomization.yaml')).to.contain('newTag: 0.2.0\n')
    expect(read('CHANGELOG.md')).to.contain('## Unreleased\n\n## 0.2.0 (2026-11-22)\n\n### Added\n- Bells.\n\n## 0.1.0')
    expect(git('tag', '--list')).to.equal('')
  })

  it('is tagged with what the changelog says of it', () => {
    prepare('0.2.0')
    commit()
    expect(tagRelease(root)).to.contain('git push origin v0.2.0')
    expect(git('cat-file', '-t', 'v0.2.0')).to.equal('tag')
    expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v0.2.0')).to.equal(
      'Carillon 0.2.0\n\n### Added\n- Bells.',
    )
    expect(git('rev-parse', 'v0.2.0^{commit}')).to.equal(git('rev-parse', 'HEAD'))
  })

  const failing = (work: () => unknown, words: string) => expect(work).to.throw(ReleaseError, words)

  it('needs a version that is newer', () => {
    for (const version of ['0.1.0', '0.0.9']) failing(() => prepare(version), 'is not newer than 0.1.0')
    for (const version of ['', '1.0', 'v1.0.0', '1.0.0-rc.1', '01.0.0']) {
      failing(() => prepare(version), 'is not a version')
    }
    expect(git('status', '--porcelain')).to.equal('')
  })

  it('needs changes that the changelog holds', () => {
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nThe first.\n')
    failing(() => prepare('0.2.0'), 'nothing to release')
  })

  it('is not tagged before everything is committed, or a second time', () => {
    prepare('0.2.0')
    failing(() => tagRelease(root), 'not committed')
    commit()
    tagRelease(root)
    failing(() => tagRelease(root), 'exists already')
  })

  it('is not tagged where versions differ, or the changelog is not of this version', () => {
    failing(() => tagRelease(root), 'unreleased changes')
    prepare('0.2.0')
    write('infra/compose.yaml', read('infra/compose.yaml').replace('0.2.0', '0.1.0'))
    commit()
    failing(() => tagRelease(root), 'infra/compose.yaml')
    write('infra/compose.yaml', read('infra/compose.yaml').replace('0.1.0', '0.2.0'))
    write('CHANGELOG.md', read('CHANGELOG.md').replace('## 0.2.0 (2026-11-22)', '## 0.2.1'))
    commit()
    failing(() => tagRelease(root), 'no section "## 0.2.0"')
  })
})
