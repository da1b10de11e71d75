import { codeOf } from './code-of.ts'
import type { Rules } from './rules.ts'
import { isTest, type Violation, type Workspace } from './workspace.ts'

/** The operator; the type is followed by none of these on the same line. */
const VOID = /\bvoid +(?=[\w$])(?!extends\b)/g

/** Start of the next part of a chain: a member, or brackets that belong to the part before. */
const LINK = /^\s*(?:\?\.|\.)\s*[\w$]*|^(?:\?\.)?[([]/

/** How many characters the brackets at the beginning of `code` enclose, themselves included. */
function bracketed(code: string): number {
  let depth = 0
  for (let at = 0; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return at + 1
  }
  return code.length
}

/** The names of a chain at the beginning of `code`, without arguments: `a.b().c()`. */
function chainOf(code: string): string {
  let chain = /^[\w$]+/.exec(code)?.[0] ?? ''
  let rest = code.slice(chain.length)
  for (let link = LINK.exec(rest)?.[0]; link !== undefined; link = LINK.exec(rest)?.[0]) {
    const opens = /[([]$/.exec(link)?.[0]
    chain += opens === '(' ? '()' : opens === '[' ? '[]' : link.replace(/\s|\?/g, '')
    rest = rest.slice(opens === undefined ? link.length : link.length - 1 + bracketed(rest.slice(link.length - 1)))
  }
  return chain
}

/** Returns the calls that `void` discards in a source text, by line: chains of names, `a.b().c()`. */
function discarded(text: string): { line: number; chain: string }[] {
  const code = codeOf(text)
  return [...code.matchAll(VOID)].map(({ index, 0: { length } }) => ({
    line: code.slice(0, index).split('\n').length,
    chain: chainOf(code.slice(index + length)),
  }))
}

/** Whether a discarded chain can be a promise that nobody handles. */
const isPromise = (chain: string, { synchronous }: Rules): boolean =>
  chain.endsWith(')') && !chain.endsWith('.catch()') && !synchronous.some((pattern) => pattern.test(chain))

/**
 * `void` before a call hides from the linter that nobody handles its rejection, which ends the process. It is for calls
 * whose result is no promise.
 */
export function checkDiscarded({ files }: Workspace, rules: Rules): Violation[] {
  return files
    .filter(({ path }) => !isTest(path) && /\.(?:m?ts|tsx|m?js)$/.test(path))
    .flatMap(({ path, lines }) =>
      discarded(lines.join('\n'))
        .filter(({ chain }) => isPromise(chain, rules))
        .map(({ line, chain }) => ({ path, line, rule: 'Discarded promises', found: `void ${chain}` })),
    )
}
