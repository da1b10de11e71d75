import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** Relative to the root, with `/`. */
  path: string
  lines: readonly string[]
}

export interface Package {
  /** `domain`, for `@carillon/domain`. */
  name: string
  /** `packages/domain` */
  folder: string
  dependencies: readonly string[]
  devDependencies: readonly string[]
  exports: unknown
}

export interface Workspace {
  packages: readonly Package[]
  files: readonly SourceFile[]
  /** Pages of documentation, those beside the folders of code included. */
  pages: readonly SourceFile[]
  /** Every file and folder, code or not. */
  paths: readonly string[]
}

export interface Violation {
  path: string
  line: number
  rule: string
  found: string
}

export const SCOPE = '@carillon/'

const IGNORED = new Set(['node_modules', 'dist', 'coverage'])
const CODE = /\.(?:tsx?|mts|js|mjs)$/

function walk(root: string, folder: string, found: string[]): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || IGNORED.has(entry.name)) continue
    const path = `${folder}/${entry.name}`
    found.push(path)
    if (entry.isDirectory()) walk(root, path, found)
  }
}

interface Manifest {
  name?: string
  exports?: unknown
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function own(dependencies: Record<string, string> = {}): string[] {
  return Object.keys(dependencies)
    .filter((name) => name.startsWith(SCOPE))
    .map((name) => name.slice(SCOPE.length))
}

function readPackage(root: string, folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  return {
    name: (manifest.name ?? folder).replace(SCOPE, ''),
    folder,
    dependencies: own(manifest.dependencies),
    devDependencies: own(manifest.devDependencies),
    exports: manifest.exports,
  }
}

/** Reads the code below apps, packages and scripts; what git ignores does not count. */
export function readWorkspace(root: string): Workspace {
  const paths: string[] = []
  for (const top of ['apps', 'packages', 'scripts']) if (existsSync(join(root, top))) walk(root, top, paths)
  const documents = readdirSync(root)
  if (existsSync(join(root, 'docs'))) walk(root, 'docs', documents)
  const read = (path: string) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n') })
  const manifests = paths.filter((path) => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(path))
  return {
    paths,
    packages: manifests.map((path) => readPackage(root, path.replace('/package.json', ''))),
    files: paths.filter((path) => CODE.test(path)).map(read),
    pages: [...documents, ...paths].filter((path) => path.endsWith('.md')).map(read),
  }
}

export function packageOf(workspace: Workspace, path: string): Package | undefined {
  return workspace.packages.find(({ folder }) => path.startsWith(`${folder}/`))
}

export function isTest(path: string): boolean {
  return /(?:^|\/)test\//.test(path)
}
