import type { Described, JSONSchema } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { connectionOperations } from './connections.ts'
import { postOperations } from './posts.ts'
import { profileOperations } from './profiles.ts'
import { publishOperations } from './publishes.ts'
import { usageOperations } from './usage.ts'

/** Every operation that works, by its id. */
export const operations = {
  ...profileOperations,
  ...connectionOperations,
  ...accountOperations,
  ...postOperations,
  ...publishOperations,
  ...usageOperations,
} as const

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as OperationId[]

/** The row of an operation, with its literal types widened. */
export function operationRow(id: OperationId): Operation {
  return operations[id]
}

type Part<Id extends OperationId, Name extends 'params' | 'query' | 'headers'> = (typeof operations)[Id] extends {
  [K in Name]: infer S extends JSONSchema
}
  ? Described<S>
  : Record<string, never>

type Body<Id extends OperationId> = (typeof operations)[Id] extends { body: infer S extends JSONSchema }
  ? Described<S>
  : (typeof operations)[Id] extends { variants: Record<string, infer S extends JSONSchema> }
    ? Described<S>
    : undefined

/** What a use case gets of a request, once it is valid. */
export interface Input<Id extends OperationId> {
  params: Part<Id, 'params'>
  query: Part<Id, 'query'>
  headers: Part<Id, 'headers'>
  body: Body<Id>
}
