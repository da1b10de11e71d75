import { givenField, requestFields } from '../fields/request-fields.ts'
import { type Run, textsOf } from '../invocation/invocation.ts'
import { operationNamed } from '../options/operation-named.ts'
import { fieldsOf } from '../options/options-of.ts'
import { givenBody, printOperation } from './call-operation.ts'

export const run: Run = async (invocation) => {
  const operation = operationNamed(invocation.args['operationId'] ?? '')
  const given = textsOf(invocation.values, 'field').map(givenField)
  const fields = requestFields(fieldsOf(operation), given, await givenBody(invocation))
  return printOperation(invocation, { operation, fields })
}
