const whitespace = /[ \t\n\r]*/y
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them, which is the point
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end'

interface Machine {
  open: ('{' | '[')[]
  expected: Expected
}

const takesValue = (expected: Expected) => expected === 'value' || expected === 'value or ]'
const takesKey = (expected: Expected) => expected === 'key' || expected === 'key or }'

function close(machine: Machine, bracket: string): Expected | null {
  const opener = bracket === '}' ? '{' : '['
  const empty = bracket === '}' ? 'key or }' : 'value or ]'
  if (machine.open.at(-1) !== opener || (machine.expected !== 'comma or end' && machine.expected !== empty)) return null
  machine.open.pop()
  return 'comma or end'
}

/**
 * Returns what may follow this token; null if the token is not allowed here. Updates the open brackets of `machine`,
 * but not its `expected`.
 */
function step(machine: Machine, found: string): Expected | null {
  const { open, expected } = machine
  if (found === '}' || found === ']') return close(machine, found)
  if (found === ':') return expected === 'colon' ? 'value' : null
  if (found === ',') {
    if (expected !== 'comma or end' || open.length === 0) return null
    return open.at(-1) === '{' ? 'key' : 'value'
  }
  if (takesKey(expected)) return found.startsWith('"') ? 'colon' : null
  if (!takesValue(expected)) return null
  if (found !== '{' && found !== '[') return 'comma or end'
  open.push(found)
  return found === '{' ? 'key or }' : 'value or ]'
}

function match(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0]
}

/**
 * Returns what is wrong with `text`, which `JSON.parse` has rejected, and the index of the first character that is not
 * valid.
 */
export function findSyntaxError(text: string): { problem: string; offset: number } {
  const machine: Machine = { open: [], expected: 'value' }
  let offset = 0
  for (;;) {
    offset += match(whitespace, text, offset)?.length ?? 0
    if (offset >= text.length) return { problem: 'it ends too early', offset }
    const found = match(token, text, offset)
    const next = found === undefined ? null : step(machine, found)
    if (found === undefined || next === null) return { problem: 'an unexpected character', offset }
    machine.expected = next
    offset += found.length
  }
}
