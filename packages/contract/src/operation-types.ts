import type { Capability, Described, JSONSchema, Platform, PlatformWith } from '@carillon/domain'
import type { OperationId, operations } from './operations/index.ts'

type Row<Id extends OperationId> = (typeof operations)[Id]

type Part<Id extends OperationId, Name extends 'params' | 'query' | 'headers'> =
  Row<Id> extends {
    [K in Name]: infer S extends JSONSchema
  }
    ? Described<S>
    : Record<string, never>

type Body<Id extends OperationId> =
  Row<Id> extends { body: infer S extends JSONSchema; variants: Record<string, infer V extends JSONSchema> }
    ? Described<S> | Described<V>
    : Row<Id> extends { body: infer S extends JSONSchema }
      ? Described<S>
      : Row<Id> extends { variants: Record<string, infer S extends JSONSchema> }
        ? Described<S>
        : undefined

/**
 * The parts of a request that has passed validation. If the operation has no schema for a part, `params`, `query` and
 * `headers` are empty objects, and `body` is undefined.
 */
export interface Input<Id extends OperationId> {
  params: Part<Id, 'params'>
  query: Part<Id, 'query'>
  headers: Part<Id, 'headers'>
  body: Body<Id>
}

type Responses<Id extends OperationId> = Row<Id>['responses']

/** A successful response of an operation: one of its documented statuses with the body of that status. */
export type Output<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Responses<Id>[Status] extends { schema: infer S extends JSONSchema }
    ? { status: Status; body: Described<S> }
    : { status: Status; body?: undefined }
}[keyof Responses<Id>]

/** The platforms that an operation serves: the one of its row, else those with its capability, else all. */
export type PlatformOf<Id extends OperationId> =
  Row<Id> extends { platform: infer P extends Platform }
    ? P
    : Row<Id> extends { capability: infer C extends Capability }
      ? PlatformWith<C>
      : Platform

type RequiredOf<S> = S extends { required: readonly (infer Name)[] } ? Name : never
type PartOf<Id extends OperationId, Name extends string> = Row<Id> extends { [K in Name]: infer S } ? S : never
type AnyOf<V> = V[keyof V]

/** The names of the required fields in an operation's path, query or body. */
export type RequiredFields<Id extends OperationId> =
  | RequiredOf<PartOf<Id, 'params'>>
  | RequiredOf<PartOf<Id, 'query'>>
  | RequiredOf<PartOf<Id, 'body'>>
  | RequiredOf<AnyOf<PartOf<Id, 'variants'>>>
