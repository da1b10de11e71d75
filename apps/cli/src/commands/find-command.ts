import { closest } from '../closest.ts'
import type { Command } from '../invocation/command.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Returns the command with whose words the command line begins, and the words after it; the longest one if several
 * match. Null if none does.
 */
export function findCommand(
  all: readonly Command[],
  words: readonly string[],
): { command: Command; rest: readonly string[] } | null {
  const matching = all.filter((command) => command.words.split(' ').every((word, at) => words[at] === word))
  const command = matching.toSorted((one, other) => other.words.length - one.words.length)[0]
  return command ? { command, rest: words.slice(command.words.split(' ').length) } : null
}

/**
 * Creates the error for words that name no command. The message lists the commands that begin with the first word; if
 * none does, it suggests the most similar command, if there is one.
 */
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
