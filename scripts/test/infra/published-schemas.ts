import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Manifest, root, type Yaml } from './files.ts'

/** The packages with the schemas of the API groups that are not Kubernetes' own. */
const packages: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda/',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg/',
}

/** The module with the schema of a document, as a class that checks values and an interface that names the fields. */
function moduleOf({ apiVersion, kind }: Yaml): string {
  const [group = ''] = String(apiVersion).split('/')
  return `${packages[group] ?? 'kubernetes-models/'}${apiVersion}/${kind}`
}

/** What the published schema of a document rejects: missing fields, wrong types and values. */
async function invalidValues({ path, document }: Manifest): Promise<string[]> {
  const module = await import(moduleOf(document))
  try {
    new module[document.kind](document).validate()
    return []
  } catch (error) {
    return [`${path} ${document.kind}: ${error instanceof Error ? error.message : error}`]
  }
}

/** The documents as TypeScript: the schemas accept fields that they do not have, the compiler does not. */
function asTypeScript(manifests: readonly Manifest[]): string {
  const lines = manifests.map(({ document }, index) => {
    const type = `import('${moduleOf(document)}').I${document.kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(document)}`
  })
  return lines.join('\n')
}

/** What the compiler rejects, by the file of each document: fields that do not exist, beside what the schemas reject. */
async function unknownFields(manifests: readonly Manifest[]): Promise<string[]> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const dir = mkdtempSync(join(cache, 'manifests-'))
  try {
    writeFileSync(join(dir, 'manifests.ts'), asTypeScript(manifests))
    const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'esnext', skipLibCheck: true }
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] } }))
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', dir, '--pretty', 'false']).catch((error) => error)
    return String(stdout)
      .split('\n')
      .filter(Boolean)
      .map((line) => named(line, manifests))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function named(line: string, manifests: readonly Manifest[]): string {
  const [, number] = /manifests\.ts\((\d+),/.exec(line) ?? []
  const manifest = manifests[Number(number) - 1]
  return manifest ? `${manifest.path} ${manifest.document.kind}:${line.slice(line.indexOf(':') + 1)}` : line
}

/** Where Kubernetes manifests differ from the published schemas of their kinds. */
export async function schemaErrors(manifests: readonly Manifest[]): Promise<string[]> {
  const values = await Promise.all(manifests.map(invalidValues))
  return [...values.flat(), ...(await unknownFields(manifests))]
}
