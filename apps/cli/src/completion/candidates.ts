import { findCommand } from '../commands/find-command.ts'
import { commands } from '../commands/table.ts'
import type { Command } from '../invocation/command.ts'
import { operationIds } from '../options/operation-named.ts'
import { argumentsOf, commonOptions, fieldsOf, optionsOf } from '../options/options-of.ts'
import { shells } from '../shells.ts'

/** Returns the words that may follow the first words of a command's name. */
function nextWords(words: readonly string[]): string[] {
  const following = commands.flatMap((command) => {
    const own = command.words.split(' ')
    return words.every((word, at) => own[at] === word) ? [own[words.length] ?? ''] : []
  })
  return [...new Set(following)].filter(Boolean)
}

/** The values of arguments that have few, keyed by the argument's name. */
const argumentValues: Readonly<Record<string, () => readonly string[]>> = {
  operationId: () => operationIds,
  shell: () => Object.keys(shells),
  platform: () => fieldsOf('accounts.list').find(({ name }) => name === 'platform')?.values ?? [],
}

function ofCommand(command: Command, rest: readonly string[], current: string): readonly string[] {
  const options = { ...optionsOf(command), ...commonOptions }
  const optionIn = (word = '') => (word.startsWith('--') ? options[word.slice(2)] : undefined)
  const option = optionIn(rest.at(-1))
  // The value of an option; for one without known values, the shell offers files.
  if (option?.takes !== undefined) return option.values ?? []
  const names = /^(?:-|$)/.test(current) ? Object.keys(options).map((name) => `--${name}`) : []
  const isArgument = (word: string, at: number) => !word.startsWith('-') && optionIn(rest[at - 1])?.takes === undefined
  const argument = argumentsOf(command)[rest.filter(isArgument).length]?.name ?? ''
  return [...(argumentValues[argument]?.() ?? []), ...names]
}

/**
 * Returns the words that the last of `words`, which is incomplete or empty, may become; `words` are those after
 * `carillon`. The shell selects those that begin with the last word. Empty where anything is accepted, such as a file:
 * for the value of an option, or for an argument that has been begun.
 */
export function candidates(words: readonly string[]): readonly string[] {
  const [before, current = ''] = [words.slice(0, -1), words.at(-1)]
  const found = findCommand(commands, before)
  const next = nextWords(before)
  return found && next.length === 0
    ? ofCommand(found.command, found.rest, current)
    : [...next, ...(found ? ofCommand(found.command, found.rest, current) : [])]
}
