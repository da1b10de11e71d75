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

function ofCommand(command: Command, rest: readonly string[]): readonly string[] {
  const options = { ...optionsOf(command), ...commonOptions }
  const before = rest.at(-1) ?? ''
  const option = before.startsWith('--') ? options[before.slice(2)] : undefined
  // The value of an option; for one without known values, the shell offers files.
  if (option?.takes !== undefined) return option.values ?? []
  const names = Object.keys(options).map((name) => `--${name}`)
  const given = rest.filter((word) => !word.startsWith('-')).length
  const argument = argumentsOf(command)[given]?.name ?? ''
  return [...(argumentValues[argument]?.() ?? []), ...names]
}

/**
 * Returns the words that the last one of `words`, which is incomplete or empty, may become; `words` are those after
 * `carillon`. The shell selects the candidates that begin with it. Empty for the value of an option without known values,
 * such as a file.
 */
export function candidates(words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const found = findCommand(commands, before)
  const next = nextWords(before)
  return found && next.length === 0
    ? ofCommand(found.command, found.rest)
    : [...next, ...(found ? ofCommand(found.command, found.rest) : [])]
}
