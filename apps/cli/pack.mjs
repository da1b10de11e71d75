// Run by `npm pack` and `npm publish` before the package is made (prepack) and after (postpack). The workspace runs the
// sources; the package is JavaScript in one piece with what it uses, so that it has no dependencies. The manifest of the
// package is written in place of the workspace's, which is put back afterwards. `bundle` makes the program alone.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const manifest = here('package.json')
const kept = here('dist/package.json')
const license = here('LICENSE')

const banner = "import { createRequire as newRequire } from 'node:module'; const require = newRequire(import.meta.url);"

/**
 * Bundles the program. What a command needs is a file of its own, which is loaded when the command runs. Before the
 * first `npm test` this folder has no bundler, and that of the dashboard is used, which `npm start` installs.
 */
function bundle() {
  const command = ['node_modules', '../dashboard/node_modules']
    .map((modules) => here(`${modules}/.bin/esbuild`))
    .find((each) => existsSync(each))
  if (command === undefined)
    throw new Error('Run `npm start` in the folder of the sources once: it installs a bundler.')
  rmSync(here('dist/package'), { recursive: true, force: true })
  const flags = ['--bundle', '--splitting', '--format=esm', '--platform=node', '--target=node20.11']
  const small = ['--minify-syntax', '--minify-whitespace', '--legal-comments=linked', '--log-level=warning']
  // Libraries that were written for CommonJS use `require`.
  const output = [`--outdir=${here('dist/package')}`, `--banner:js=${banner}`]
  const { status, error } = spawnSync(command, [here('src/main.ts'), ...flags, ...small, ...output], {
    stdio: ['ignore', process.stderr, 'inherit'],
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
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
else if (process.argv[2] === 'bundle') bundle()
else {
  restore()
  bundle()
  writeManifest()
}
