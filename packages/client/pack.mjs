// Run by `npm pack` and `npm publish` before the package is made (prepack) and after (postpack), on any Node from 18 on.
// The workspace imports the sources and a package its JavaScript, but npm ignores `publishConfig.exports`. So the
// manifest of the package is written in place of the workspace's, which is put back afterwards.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
// The workspace calls the package by a name that is its own, so that nothing of it is downloaded by mistake.
const manifest = here('package.json')
const kept = here('dist/package.json')
const license = here('LICENSE')

/**
 * Compiles with the workspace's compiler; before the first `npm test` there is none, and npx downloads the same one.
 */
function compile() {
  const own = here('../../node_modules/.bin/tsc')
  const { devDependencies } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'))
  const npx = ['npx', '--yes', '--package', `typescript@${devDependencies.typescript}`, 'tsc']
  const [command, ...args] = existsSync(own) ? [own] : npx
  rmSync(here('dist/package'), { recursive: true, force: true })
  for (const project of ['tsconfig.build.json', 'tsconfig.commonjs.json']) {
    const { status, error } = spawnSync(command, [...args, '-p', here(project)], { stdio: 'inherit' })
    if (error) throw error
    if (status !== 0) process.exit(status ?? 1)
  }
  writeFileSync(here('dist/package/cjs/package.json'), '{ "type": "commonjs" }\n')
}

function writeManifest() {
  const {
    scripts: _scripts,
    devDependencies: _tools,
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
  compile()
  writeManifest()
}
