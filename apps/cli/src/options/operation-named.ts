import { type OperationId, operationTable } from '@carillon/client'
import { closest } from '../closest.ts'
import { operationHelp } from '../generated/operations.ts'
import { UsageError } from '../usage-error.ts'

export const operationIds: readonly string[] = Object.keys(operationTable)

const isOperationId = (text: string): text is OperationId => Object.hasOwn(operationTable, text)

/**
 * Returns the operation with this id.
 * @throws UsageError if none exists, with a suggestion
 */
export function operationNamed(text: string): OperationId {
  if (isOperationId(text)) return text
  const near = closest(operationIds, text)
  throw new UsageError(
    `There is no operation ${text}.${near ? ` Did you mean ${near}?` : ''} \`carillon api --help\` lists all.`,
  )
}

/** Returns the list of all operations with their summaries, as text for the help. */
export function apiOperations(): string {
  return Object.entries(operationHelp)
    .map(([id, { summary }]) => `  ${id.padEnd(36)}  ${summary}`)
    .join('\n')
}

/** Returns the first operation id among the words after `api`; undefined if none exists. */
export function operationIn(words: readonly string[]): OperationId | undefined {
  return words.find(isOperationId)
}

/** Returns the help text of `carillon api <operationId>`. */
export function operationHelpText(operation: OperationId): string {
  const { summary, about, fields } = operationHelp[operation]
  const lines = fields.map(({ name, in: place, types, isRequired, about: text = '', values }) => {
    const kind = `${place}${isRequired ? ', required' : ''}: ${values ? values.join(' | ') : types}`
    return `  ${name} (${kind})${text && `\n      ${text}`}`
  })
  const list = lines.length === 0 ? 'It has no fields.' : `Fields:\n${lines.join('\n')}`
  const usage = `Usage: carillon api ${operation} [--field NAME=VALUE ...]`
  return `${[`${summary}.`, usage, about, list].filter(Boolean).join('\n\n')}\n`
}
