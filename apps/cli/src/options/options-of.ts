import { type OperationId, operationTable } from '@carillon/client'
import type { Field } from '../fields/field.ts'
import { hasOption, optionName } from '../fields/option-name.ts'
import { operationHelp } from '../generated/operations.ts'
import type { Argument, Command, Option, Options } from '../invocation/command.ts'
import { safeWriteOptions } from './safe-write-options.ts'

/** The options that every command has. */
export const commonOptions: Options = {
  help: { about: 'Show this help.' },
}

const fieldOption: Options = {
  field: {
    takes: 'NAME=VALUE',
    isRepeatable: true,
    about:
      'A field of the request. `a.b=c` sets a field within an object; a list is given by repeating it; objects are JSON.',
  },
}
const bodyOption: Options = {
  body: { takes: 'FILE', about: 'The body of the request as JSON, from a file, or from standard input with -.' },
}
const allOption: Options = {
  all: { about: 'Read all pages, and print each item on a line of its own.' },
}

export const fieldsOf = (operation: OperationId): readonly Field[] => operationHelp[operation].fields

/** Returns the arguments of a command: its own, or the parameters of its operation's path. Empty if it has neither. */
export function argumentsOf({ args, operation }: Command): readonly Argument[] {
  if (args || operation === undefined) return args ?? []
  return fieldsOf(operation)
    .filter((field) => field.in === 'path')
    .map(({ name, about = '' }) => ({ name, about }))
}

function optionOf({ about = '', types, values, isRequired }: Field): Option {
  const words = [about, isRequired ? 'Required.' : ''].filter(Boolean).join(' ')
  return {
    about: words,
    takes: values
      ? 'VALUE'
      : types.includes('integer') || types.includes('number')
        ? 'NUMBER'
        : types === 'boolean'
          ? 'true|false'
          : 'TEXT',
    ...(types.split(' ').includes('list') && { isRepeatable: true as const }),
    ...(values ? { values } : types === 'boolean' && { values: ['true', 'false'] }),
  }
}

/**
 * Returns the options for those fields of an operation that have one (`hasOption`); `fields` contains the field of each
 * option, keyed by the option's name.
 */
export function fieldOptions(operation: OperationId): { options: Options; fields: ReadonlyMap<string, Field> } {
  const fields = new Map(
    fieldsOf(operation)
      .filter(hasOption)
      .map((field) => [optionName(field.name), field]),
  )
  return { options: Object.fromEntries([...fields].map(([name, field]) => [name, optionOf(field)])), fields }
}

/**
 * Returns the options of a command: its own, and those for the fields, body and pages of its operation if it has one.
 * Options that every command has are not included.
 */
export function optionsOf({ options = {}, operation }: Command): Options {
  if (operation === undefined) return options
  const row: object = operationTable[operation]
  const all = fieldsOf(operation)
  const hasBody = 'inputs' in row && String(row.inputs).includes('body')
  return {
    ...fieldOptions(operation).options,
    ...(all.some(({ in: place }) => place !== 'path') && fieldOption),
    ...(hasBody && bodyOption),
    ...('items' in row && allOption),
    ...('isSafe' in row && safeWriteOptions),
    ...options,
  }
}
