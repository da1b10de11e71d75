import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReleaseError } from './release-error.ts'
import { changelogSection, imageVersions, packageFiles, versionIn } from './tree.ts'

/**
 * Tags the commit that is checked out as `v<version>`, with the changelog of the version as its message. Returns what
 * to do next.
 *
 * @throws ReleaseError where something is not committed, versions differ, the changelog lacks the version or still
 *   holds something unreleased, or the tag exists
 */
export function tagRelease(root: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const version = versionIn(root, 'package.json')
  const tag = `v${version}`
  if (git('status', '--porcelain') !== '') throw new ReleaseError('Some changes are not committed: commit them first.')
  const files = [...packageFiles(root), ...Object.keys(imageVersions)]
  const others = files.filter((file) => versionIn(root, file) !== version)
  if (others.length > 0) throw new ReleaseError(`Another version than ${version} is named in: ${others.join(', ')}.`)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (changelogSection(changelog, 'Unreleased')) {
    throw new ReleaseError('CHANGELOG.md holds unreleased changes: run prepare with the next version first.')
  }
  const section = changelogSection(changelog, version)
  if (section === undefined) throw new ReleaseError(`CHANGELOG.md has no section "## ${version}".`)
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists already.`)
  // Headings of the section begin with `#`, which git would take for comments.
  git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `Carillon ${version}\n\n${section}\n`)
  return `${tag} is on ${git('rev-parse', '--short', 'HEAD')}. Publish it: git push origin ${tag}`
}
