import { codeOf } from './code-of.ts'
import { isTest, type Violation, type Workspace } from './workspace.ts'

/** Matches the sources that serve requests and run jobs. */
const SERVING = /^(?:apps\/(?:gateway|worker)|packages\/(?:database|log|media|outbound|providers|service))\/src\//

/** A getter by its name, which may be quoted or computed. */
const GETTER = /(?<=^|[{,;}]|\n)[ \t]*get\s*(?:(?<=\s)[\w$#]+|['"][^'"]*['"]|\[[^\]]*\])\s*\(\)/gm

/** A getter that is defined by a function of its own. */
const DEFINED = /\bdefineProperty\([^;]*?\bget\s*(?:\(|:\s*(?:async\s*)?(?:function|\())/g

/** The end of code after which the body of a class begins, without its type arguments. */
const CLASS = /\bclass\b[^{};]*$/
const TYPE_ARGUMENTS = /<[^<>]*>/g

/** The code before the bracket that encloses a place. */
function beforeBlock(code: string, place: number): string {
  let depth = 0
  for (let at = place - 1; at >= 0; at -= 1) {
    if (code[at] === '}') depth += 1
    if (code[at] === '{' && depth-- === 0) return code.slice(0, at)
  }
  return ''
}

/**
 * The lines of a source text that define a getter of an object literal, or one by `defineProperty` with a new function.
 */
function getterLines(text: string): number[] {
  const code = codeOf(text)
  const literals = [...code.matchAll(GETTER)].filter(
    ({ index }) => !CLASS.test(beforeBlock(code, index).replace(TYPE_ARGUMENTS, '')),
  )
  return [...literals, ...code.matchAll(DEFINED)]
    .map(({ index, 0: { length } }) => code.slice(0, index + length).split('\n').length)
    .toSorted((one, other) => one - other)
}

/**
 * V8 keeps a getter of an object literal, with everything that it refers to, until the next full collection: an object
 * that is made for each request or call would keep it all alive. Getters of classes are shared by their instances.
 */
export function checkGetters({ files }: Workspace): Violation[] {
  return files
    .filter(({ path }) => SERVING.test(path) && path.endsWith('.ts') && !isTest(path))
    .flatMap(({ path, lines }) =>
      getterLines(lines.join('\n')).map((line) => ({
        path,
        line,
        rule: 'Getters',
        found: 'a getter of an object literal; make it a method, or a getter of a class',
      })),
    )
}
