import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '@carillon/service'
import { parse, parseAllDocuments } from 'yaml'

export const root = join(import.meta.dirname, '../../..')

// Manifests are read field by field; an unexpected shape fails there.
// biome-ignore lint/suspicious/noExplicitAny: a YAML boundary of tests
export type Yaml = any

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** A YAML file of one document, with its `<<` merged. */
export function readYaml(path: string): Yaml {
  return parse(read(path), { merge: true })
}

/** A document of a YAML file, with the path of the file from the root. */
export interface Manifest {
  path: string
  document: Yaml
}

/** Every document of the YAML files below a folder. */
export function manifestsBelow(folder: string): Manifest[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => `${folder}/${path}`)
    .flatMap((path) => parseAllDocuments(read(path)).map((document) => ({ path, document: document.toJS() })))
}

/** The names of all settings that do not belong to a network, also as `NAME_FILE`. */
export function settingNames(): Set<string> {
  return new Set(Object.keys(variables).flatMap((name) => [name, `${name}_FILE`]))
}
