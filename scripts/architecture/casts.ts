import { codeOf } from './code-of.ts'
import type { Rules } from './rules.ts'
import { isTest, type Violation, type Workspace } from './workspace.ts'

interface Cast {
  path: string
  line: number
}

/** Everything that `as` may follow without being a cast: names in imports and exports, and keys of mapped types. */
const RENAMING = /(?:\b(?:import|export)\b[^;=(]*?\bfrom\b|\bexport\s*(?:type\s*)?\{[^}]*\}|\[\s*\w+\s+in\b[^\]]*\])/g

const CAST = /[\w$)\]}'>]\s+as\s+(?!const\b|unknown\s+as\b)[\w${[(]/g

/**
 * Every `x as T` in a source text, by its line; `as const` claims nothing and does not count; `as unknown as T` is one.
 */
export function castLines(text: string): number[] {
  const code = codeOf(text).replace(RENAMING, (part) => part.replace(/\bas\b/g, '  '))
  return [...code.matchAll(CAST)].map(({ index }) => code.slice(0, index).split('\n').length)
}

/** The casts of packages and applications outside their tests and outside of JSON boundaries. */
function castsIn({ files }: Workspace, rules: Rules): Cast[] {
  return files
    .filter(
      ({ path }) =>
        /^(?:packages|apps)\/[^/]+\/(?:src|app)\//.test(path) && /\.(?:m?ts|tsx)$/.test(path) && !isTest(path),
    )
    .filter(({ path }) => !rules.jsonBoundaries.includes(path))
    .flatMap(({ path, lines }) => castLines(lines.join('\n')).map((line) => ({ path, line })))
}

/** No unchecked casts: at most `maxCasts` outside of JSON boundaries. Beyond that every one of them is reported. */
export function checkCasts(workspace: Workspace, rules: Rules): Violation[] {
  const casts = castsIn(workspace, rules)
  if (casts.length <= rules.maxCasts) return []
  const found = `${casts.length} casts outside of JSON boundaries, at most ${rules.maxCasts}`
  return casts.map(({ path, line }) => ({ path, line, rule: 'Casts', found }))
}
