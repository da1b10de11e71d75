import { readFileSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loader, Plugin } from 'esbuild'
import { folders } from './folders.ts'

/** The path of the file of each name that a package exports from its index file, keyed by name. */
type Index = ReadonlyMap<string, string>

/** The prefix of the name of a module of another package, which only the package of the index can resolve. */
const beside = 'beside-index:'

/**
 * Parses the index file of a package in `folder`, which imports names from the package's files and exports them
 * together. Returns the path of the file that each name is imported from.
 */
export function readIndex(text: string, folder: string): Index {
  const files = [...text.matchAll(/import \{ ([^}]+) \} from "([^"]+)";/g)].flatMap(([, names = '', file = '']) =>
    names.split(', ').map((name) => [name, file.startsWith('.') ? join(folder, file) : `${beside}${file}`] as const),
  )
  return new Map(files.filter(([name]) => !name.includes(' ')))
}

/**
 * Replaces, in the source `text` of a module, named imports (`import { … } from`) from those `@mantine` packages that
 * `indexes` contains, keyed by package name, by imports from the file of each name. Other packages and other forms of
 * import are left unchanged. Names that the index does not contain are imported from the package as before; types are
 * omitted.
 */
export function withDirectImports(text: string, indexes: ReadonlyMap<string, Index>): string {
  return text.replace(
    /import\s*\{([^}]*)\}\s*from\s*['"](@mantine\/\w+)['"];?/g,
    (whole, list: string, from: string) => {
      const index = indexes.get(from)
      if (index === undefined) return whole
      const names = list.split(',').map((name) => name.trim())
      const values = names.filter((name) => name !== '' && !name.startsWith('type '))
      const lines = values.map((name) => {
        const file = index.get(name.split(' as ')[0] ?? '')
        return `import { ${name} } from ${JSON.stringify(file ?? from)};`
      })
      // On one line, so that errors keep theirs.
      return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1)
    },
  )
}

function folderOf(name: string): string {
  return join(realpathSync(join(folders.package, 'node_modules', name)), 'esm')
}

function loaderOf(path: string): Loader {
  if (path.endsWith('.tsx')) return 'tsx'
  return path.endsWith('.ts') ? 'ts' : 'js'
}

/** Returns whether a module belongs to the dashboard or to the library whose index is replaced. */
function importsDirectly(path: string): boolean {
  return path.includes('/dashboard/app/') || /\/@mantine\/\w+\/esm\//.test(path)
}

/**
 * Returns an esbuild plugin that makes modules import the components of Mantine from their own files instead of the
 * package's index file. Through the index, every component that any page uses would be loaded with the first page,
 * since a module that several pages import is loaded before all of them.
 */
export function directImports(): Plugin {
  const packages = ['@mantine/core', '@mantine/hooks']
  const indexes = new Map(
    packages.map((name) => {
      const folder = folderOf(name)
      return [name, readIndex(readFileSync(join(folder, 'index.mjs'), 'utf8'), folder)] as const
    }),
  )
  return {
    name: 'direct-imports',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: new RegExp(`^${beside}`) }, ({ path, kind }) =>
        resolve(path.slice(beside.length), { kind, resolveDir: folderOf('@mantine/core') }),
      )
      onLoad({ filter: /\.(?:tsx?|mjs)$/ }, async ({ path }) => {
        if (!importsDirectly(path)) return undefined
        return { contents: withDirectImports(await readFile(path, 'utf8'), indexes), loader: loaderOf(path) }
      })
    },
  }
}
