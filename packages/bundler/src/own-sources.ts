import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Plugin } from 'esbuild'

/** Packages with native code, which cannot be part of a bundle. */
const native = /^sharp$/

const toUrl = (path: string): string => (path.startsWith('.') ? path : `./${path}`).replaceAll(sep, '/')

/**
 * Returns the esbuild plugin with which the modules of a bundle find their files. They locate files beside them by
 * `import.meta.url`, which in a bundle is the URL of the bundle: the plugin replaces it with the URL of the module's
 * source, relative to the bundle. Programs that a module starts by their paths are themselves entries of the bundle.
 * Native packages stay outside of it, and are imported by the path at which the importing package finds them.
 * @param outdir the folder of the bundle
 * @param programs the names that programs have in the bundle, without their extension, keyed by the paths of their
 *   sources
 * @param onRead called with the path and the contents of each source, as they become part of the bundle
 */
export function ownSources(
  outdir: string,
  programs: ReadonlyMap<string, string>,
  onRead: (path: string, contents: Buffer) => void,
): Plugin {
  function rewrite(text: string, path: string): string {
    const own = `new URL(${JSON.stringify(toUrl(relative(outdir, path)))}, import.meta.url)`
    return text.replaceAll(/new URL\('([^']+)', import\.meta\.url\)|import\.meta\.url/g, (found, target?: string) => {
      if (target === undefined) return own
      const program = programs.get(join(dirname(path), target))
      return program === undefined
        ? found.replace('import.meta.url', own)
        : `new URL('./${program}.js', import.meta.url)`
    })
  }
  return {
    name: 'own-sources',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes(`${sep}node_modules${sep}`)) return null
        const contents = await readFile(path)
        onRead(path, contents)
        return { contents: rewrite(contents.toString('utf8'), path), loader: 'ts' }
      })
      build.onResolve({ filter: native }, async ({ path, pluginData, ...args }) => {
        if (pluginData === native) return null
        const { errors, path: found } = await build.resolve(path, { ...args, pluginData: native })
        return errors.length > 0 ? { errors } : { path: toUrl(relative(outdir, found)), external: true }
      })
    },
  }
}
