import { posix } from 'node:path'
import type { Rules } from './rules.ts'
import { isTest, type Package, packageOf, SCOPE, type SourceFile, type Violation, type Workspace } from './workspace.ts'

interface Import {
  line: number
  specifier: string
}

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\.meta\.resolve|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g

/** The modules a file names, one by one; comments are not read. */
export function importsOf(file: SourceFile): Import[] {
  return file.lines.flatMap((text, index) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(text)) return []
    return [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => ({ line: index + 1, specifier }))
  })
}

function checkManifest(pkg: Package, rules: Rules): string[] {
  const allowed = rules.arrows[pkg.name]
  const faults: string[] = []
  if (allowed === undefined) return [`no row for ${pkg.name} in the arrows`]
  for (const name of pkg.dependencies) {
    if (!allowed.includes('*') && !allowed.includes(name)) faults.push(`${pkg.name} → ${name} is not an arrow`)
    if (rules.forTestsOnly.includes(name)) faults.push(`${name} is a dependency; it is for devDependencies`)
  }
  if (JSON.stringify(pkg.exports) !== '{".":"./src/index.ts"}') faults.push('exports something else than "." alone')
  return faults
}

function checkPackageImport(
  pkg: Package | undefined,
  path: string,
  specifier: string,
  rules: Rules,
): string | undefined {
  const [name = '', ...deep] = specifier.slice(SCOPE.length).split('/')
  if (deep.length > 0) return `deep import ${specifier}`
  if (pkg === undefined) return undefined
  if (name === pkg.name) return isTest(path) ? undefined : `${name} imports itself by name`
  if (isTest(path)) {
    return [...pkg.dependencies, ...pkg.devDependencies].includes(name) ? undefined : `${name} is not declared`
  }
  if (rules.forTestsOnly.includes(name) && pkg.name !== name) return `${name} is for tests only`
  const allowed = rules.arrows[pkg.name] ?? []
  if (!allowed.includes('*') && !allowed.includes(name)) return `${pkg.name} → ${name} is not an arrow`
  const declared = rules.bundled.includes(pkg.name) ? pkg.devDependencies : pkg.dependencies
  return declared.includes(name) ? undefined : `${name} is not in the dependencies`
}

function checkRelativeImport(pkg: Package | undefined, path: string, specifier: string, rules: Rules) {
  const target = posix.join(posix.dirname(path), specifier)
  const home = pkg?.folder ?? 'scripts'
  // A script may start an application as a shell would.
  if (pkg === undefined && /^apps\/[^/]+\/src\/main\.ts$/.test(target)) return undefined
  if (target !== home && !target.startsWith(`${home}/`)) return `leaves its package: ${specifier}`
  if (isTest(path)) return undefined
  const [from, to] = [path, target].map((file) => /^packages\/providers\/src\/([^/]+)\//.exec(file)?.[1])
  const foreign = from !== undefined && to !== undefined && from !== to && to !== 'meta' && to in rules.networks
  return foreign && from in { ...rules.networks, meta: [] } ? `providers/${from} imports providers/${to}` : undefined
}

/**
 * Reports imports that the rules or the package's manifest do not allow, imports that bypass a package's `index.ts`,
 * and imports of one network's adapter by another's.
 */
export function checkImports(workspace: Workspace, rules: Rules): Violation[] {
  const rule = 'arrows'
  const manifests = workspace.packages.flatMap((pkg) =>
    checkManifest(pkg, rules).map((found) => ({ path: `${pkg.folder}/package.json`, line: 1, rule, found })),
  )
  const imports = workspace.files.flatMap(({ path, lines }) => {
    const pkg = packageOf(workspace, path)
    return importsOf({ path, lines }).flatMap(({ line, specifier }) => {
      const found = specifier.startsWith(SCOPE)
        ? checkPackageImport(pkg, path, specifier, rules)
        : specifier.startsWith('.')
          ? checkRelativeImport(pkg, path, specifier, rules)
          : undefined
      return found === undefined ? [] : [{ path, line, rule, found }]
    })
  })
  return [...manifests, ...imports]
}
