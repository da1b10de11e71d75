import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReleaseError } from './release-error.ts'

/** The `package.json` files of the workspace, the root's first, as paths from the root. */
export function packageFiles(root: string): string[] {
  const folders = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  const files = folders.map((folder) => `${folder}/package.json`).filter((file) => existsSync(join(root, file)))
  return ['package.json', ...files.sort()]
}

/** Where the image is given its version: the label of the image, and its name in compose files and manifests. */
export const imageVersions: Readonly<Record<string, RegExp>> = {
  'infra/Dockerfile': /(?<=org\.opencontainers\.image\.version=")[^"]*/,
  'infra/compose.yaml': /(?<=^ {2}image: carillon:)\S+/m,
  'infra/ha/compose.yaml': /(?<=^ {2}image: carillon:)\S+/m,
  'infra/kubernetes/carillon/kustomization.yaml': /(?<=^ {4}newTag: )\S+/m,
}

/** The version that a file of the workspace names. */
export function versionIn(root: string, file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  const pattern = imageVersions[file] ?? /(?<="version": ")[^"]*/
  const version = pattern.exec(text)?.[0]
  if (version === undefined) throw new ReleaseError(`${file} names no version.`)
  return version
}

/**
 * Returns the text of the changelog below a heading, without empty lines around it; undefined without such a heading.
 */
export function changelogSection(text: string, heading: string): string | undefined {
  const sections = text.split(/^## /m).slice(1)
  const found = sections.find((section) => {
    const [title = ''] = section.split('\n')
    return title === heading || title.startsWith(`${heading} `)
  })
  return found?.split('\n').slice(1).join('\n').trim()
}
