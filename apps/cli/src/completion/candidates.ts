import { findCommand } from '../commands/find-command.ts'
import { commands } from '../commands/table.ts'
import type { Command } from '../invocation/command.ts'
import { operationIds } from '../options/operation-named.ts'
import { argumentsOf, commonOptions, fieldsOf, optionsOf } from '../options/options-of.ts'
import { shells } from '../shells.ts'

/** The words that may follow words of commands. */
function nextWords(words: readonly string[]): string[] {
  const following = commands.flatMap((command) => {
    const own = command.words.split(' ')
    return words.every((word, at) => own[at] === word) ? [own[words.length] ?? ''] : []
  })
  return [...new Set(following)].filter(Boolean)
}

/** Values of arguments, where these are few. */
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
 * What can follow the words before the cursor, the last of which may be a part of a word. The shell selects those that
 * begin with it.
 */
export function candidates(words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const found = findCommand(commands, before)
  const next = nextWords(before)
  return found && next.length === 0
    ? ofCommand(found.command, found.rest)
    : [...next, ...(found ? ofCommand(found.command, found.rest) : [])]
}
