// Run by `npm pack` and `npm publish` before the package is made (prepack) and after (postpack). The workspace runs the
// sources; the package is JavaScript in one piece with what it uses, so that it has no dependencies. The manifest of the
// package is written in place of the workspace's, which is put back afterwards.
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const manifest = here('package.json')
const kept = here('dist/package.json')
const license = here('LICENSE')

/** Bundles the program. What a command needs is a file of its own, which is loaded when the command runs. */
async function bundle() {
  const { build } = await import('esbuild')
  rmSync(here('dist/package'), { recursive: true, force: true })
  await build({
    entryPoints: [here('src/main.ts')],
    outdir: here('dist/package'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.11',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'linked',
    // A library that was written for CommonJS.
    banner: { js: "import { createRequire as newRequire } from 'node:module'; const require = newRequire(import.meta.url);" },
  })
  chmodSync(here('dist/package/main.js'), 0o755)
}

function writeManifest() {
  const {
    scripts: _scripts,
    dependencies: _bundled,
    devDependencies: _tools,
    exports: _exports,
    publishConfig: { name, ...published } = {},
    ...rest
  } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (name === undefined) throw new Error('package.json is that of a package; restore it with git.')
  copyFileSync(manifest, kept)
  writeFileSync(manifest, `${JSON.stringify({ ...rest, name, ...published }, null, 2)}\n`)
  copyFileSync(here('../../LICENSE'), license)
}

function restore() {
  rmSync(license, { force: true })
  if (existsSync(kept)) renameSync(kept, manifest)
}

if (process.argv[2] === 'restore') restore()
else {
  restore()
  await bundle()
  writeManifest()
}
