import { type GivenField, givenField, requestFields } from '../fields/request-fields.ts'
import { type Run, textsOf } from '../invocation/invocation.ts'
import { fieldOptions, fieldsOf } from '../options/options-of.ts'
import { givenBody, printOperation } from './call-operation.ts'

export const run: Run = async (invocation) => {
  const { command, args, values } = invocation
  const { operation } = command
  if (operation === undefined) throw new TypeError(`${command.words} is not an operation.`)
  const { fields: byOption } = fieldOptions(operation)
  const given: GivenField[] = [
    ...Object.entries(args).map(([name, text]) => ({ name, text })),
    ...[...byOption].flatMap(([option, { name }]) => textsOf(values, option).map((text) => ({ name, text }))),
    ...textsOf(values, 'field').map(givenField),
  ]
  const fields = requestFields(fieldsOf(operation), given, await givenBody(invocation))
  return printOperation(invocation, { operation, fields })
}
