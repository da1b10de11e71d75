import type { operations, paths } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type WithoutPrefix<Path> = Path extends `/api/v1${infer Rest}` ? Rest : never

/** The paths that have a method, without `/api/v1`. */
export type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? WithoutPrefix<Path> : never
}[keyof paths]

export type OperationAt<M extends Method, Path extends PathsWith<M>> = paths[`/api/v1${Path}` & keyof paths][M]

interface Parameters {
  path?: unknown
  query?: unknown
  header?: unknown
}

type ParametersOf<Operation> = Operation extends { parameters: infer P extends Parameters } ? P : never

type BodyIn<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | (Content extends { 'multipart/form-data': unknown } ? FormData : never)

type ContentOf<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : never
  : never

/** The body is optional where the operation's is, and absent where it takes none. */
type BodyOf<Operation> = Operation extends { requestBody: object }
  ? { body: BodyIn<ContentOf<Operation>> }
  : { body?: BodyIn<ContentOf<Operation>> }

/** The parameters and the body of an operation's request. */
export type RequestOptions<Operation> = Pick<ParametersOf<Operation>, 'path' | 'query'> &
  BodyOf<Operation> & {
    headers?: ParametersOf<Operation>['header']
    /** See `CallOptions`. */
    lookUpFirst?: boolean
    /** Ends the request; it then throws the signal's reason. */
    signal?: AbortSignal
    /** Milliseconds until an attempt counts as lost. */
    timeoutMs?: number
    /** How often the request is sent again where that is safe. */
    maxRetries?: number
  }

interface ResponseFields<Status, Data> {
  status: Status
  data: Data
  /** The id of the request in the logs of the service. */
  requestId: string | null
  headers: Headers
}

type DataOf<Response> = Response extends { content: { 'application/json': infer Data } } ? Data : undefined

/** A successful response of an operation: one of its statuses with the body that belongs to it. */
export type Result<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: ResponseFields<Status, DataOf<Responses[Status]>> }[keyof Responses]
  : never

type Id = keyof operations

/** The query of an operation. */
export type Query<Of extends Id> = NonNullable<ParametersOf<operations[Of]>['query']>
/** The body that an operation takes. */
export type Body<Of extends Id> = NonNullable<BodyOf<operations[Of]>['body']>
/** The body of a successful response of an operation. */
export type Response<Of extends Id> = {
  [Status in Exclude<keyof operations[Of]['responses'], 304>]: DataOf<operations[Of]['responses'][Status]>
}[Exclude<keyof operations[Of]['responses'], 304>]

export interface CallOptions {
  /** Ends the call, which then throws the reason of the signal. */
  signal?: AbortSignal
  /** The id of the request; a new one if it is omitted. A lost write is found by it. */
  requestId?: string
  /**
   * For a publish, reply, message or campaign that an earlier process may have sent with the same `requestId`: it is
   * looked up, and sent only if it is not stored.
   */
  lookUpFirst?: boolean
  /** Milliseconds until an attempt counts as lost. */
  timeoutMs?: number
  /** How often the request is sent again where that is safe. */
  maxRetries?: number
  headers?: Readonly<Record<string, string | undefined>>
}

type ItemOf<Page, Items> = Items extends keyof Page
  ? Page[Items] extends readonly (infer Item)[]
    ? Item
    : never
  : never

/** The first page as a promise, and the items of all pages for `for await`. */
export interface Pages<Page, Items extends string> extends Promise<Page>, AsyncIterable<ItemOf<Page, Items>> {
  /** Each page as a whole. */
  pages(): AsyncIterable<Page>
}
