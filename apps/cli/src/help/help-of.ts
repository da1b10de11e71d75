import type { Command } from '../invocation/command.ts'
import { apiOperations, operationHelpText, operationIn } from '../options/operation-named.ts'
import { argumentsOf, commonOptions, optionsOf } from '../options/options-of.ts'
import { usageOf } from '../parse/parse-command.ts'
import { commandHelp } from './help-text.ts'

/**
 * Returns the help text of a command. For `api`, `rest` are the words after it: if they contain the id of an operation,
 * the help of that operation is returned.
 */
export function helpOf(command: Command, rest: readonly string[] = []): string {
  const isApi = command.words === 'api'
  const operation = isApi ? operationIn(rest) : undefined
  if (operation !== undefined) return operationHelpText(operation)
  const options = { ...optionsOf(command), ...commonOptions }
  const text = commandHelp(command, { usage: usageOf(command), args: argumentsOf(command), options })
  return isApi ? `${text}\nOperations:\n${apiOperations()}\n` : text
}
