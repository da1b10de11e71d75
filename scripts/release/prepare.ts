import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReleaseError } from './release-error.ts'
import { changelogSection, imageVersions, packageFiles, versionIn } from './tree.ts'

function partsOf(version: string): number[] {
  if (/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) return version.split('.').map(Number)
  throw new ReleaseError(`"${version}" is not a version; the form is major.minor.patch, such as 1.4.0.`)
}

function isNewer(version: string, than: string): boolean {
  const [one, other] = [partsOf(version), partsOf(than)]
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}

function replace(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/**
 * Writes a version into every package, the image's label and name, and gives what the changelog holds as unreleased its
 * heading. Nothing is committed. Returns what to do next.
 *
 * @param today YYYY-MM-DD, for the heading
 * @throws ReleaseError for a version that is not newer, and where nothing is unreleased
 */
export function prepareRelease(root: string, { version, today }: { version: string; today: string }): string {
  const present = versionIn(root, 'package.json')
  if (!isNewer(version, present)) throw new ReleaseError(`${version} is not newer than ${present}.`)
  const unreleased = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), 'Unreleased')
  if (!unreleased) throw new ReleaseError('CHANGELOG.md holds nothing under "Unreleased": there is nothing to release.')
  for (const file of packageFiles(root)) {
    versionIn(root, file)
    replace(root, file, (text) => text.replace(/(?<="version": ")[^"]*/, version))
  }
  for (const [file, pattern] of Object.entries(imageVersions)) {
    versionIn(root, file)
    replace(root, file, (text) => text.replace(pattern, version))
  }
  replace(root, 'CHANGELOG.md', (text) => text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${today})`))
  return `${version} is written. Run the tests, commit, then: npm run release -- tag`
}
