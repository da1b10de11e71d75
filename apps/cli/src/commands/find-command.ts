import { UsageError } from '../parse/usage-error.ts'
import type { Command } from './command.ts'

/** A command with the words after its own; null if the words name no command. */
export function findCommand(
  all: readonly Command[],
  words: readonly string[],
): { command: Command; rest: readonly string[] } | null {
  const matching = all.filter((command) => command.words.split(' ').every((word, at) => words[at] === word))
  const command = matching.toSorted((one, other) => other.words.length - one.words.length)[0]
  return command ? { command, rest: words.slice(command.words.split(' ').length) } : null
}

/** How many letters differ, at most. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, second] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === second ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The name that a user may have meant. */
export function closest(names: readonly string[], given: string): string | undefined {
  const near = names.map((name) => ({ name, by: distance(name, given) })).filter(({ by }) => by <= 3)
  return near.toSorted((one, other) => one.by - other.by)[0]?.name
}

/** The error for words that name no command. */
export function unknownCommand(all: readonly Command[], words: readonly string[]): UsageError {
  const [first = ''] = words
  const inGroup = all.filter((command) => command.words.startsWith(`${first} `)).map((command) => command.words)
  if (inGroup.length > 0) return new UsageError(`\`carillon ${first}\` needs one of: ${inGroup.join(', ')}.`)
  const given = words.slice(0, 2).join(' ')
  const near =
    closest(
      all.map((command) => command.words),
      given,
    ) ??
    closest(
      all.map(({ words: each }) => each.split(' ')[0] ?? ''),
      first,
    )
  const hint = near ? ` Did you mean \`carillon ${near}\`?` : ''
  return new UsageError(`There is no command \`${given}\`.${hint} \`carillon --help\` lists all.`)
}
