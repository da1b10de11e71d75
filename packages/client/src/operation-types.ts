import type { operations, paths } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type WithoutPrefix<Path> = Path extends `/api/v1${infer Rest}` ? Rest : never

/** The paths that support a method, without `/api/v1`. */
export type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? WithoutPrefix<Path> : never
}[keyof paths]

export type OperationAt<M extends Method, Path extends PathsWith<M>> = paths[`/api/v1${Path}` & keyof paths][M]

type Parameters = { path?: unknown; query?: unknown; header?: unknown }

type ParametersOf<Operation> = Operation extends { parameters: infer P extends Parameters } ? P : never

type BodyIn<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | (Content extends { 'multipart/form-data': unknown } ? FormData : never)

type ContentOf<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : never
  : never

/** The body of the request: optional if it is so in the operation, and absent if the operation has none. */
type BodyOf<Operation> = Operation extends { requestBody: object }
  ? { body: BodyIn<ContentOf<Operation>> }
  : { body?: BodyIn<ContentOf<Operation>> }

/** The parameters and the body of a request, and how it is sent. Its id is the header `X-Request-Id`. */
export type RequestOptions<Operation> = Pick<ParametersOf<Operation>, 'path' | 'query'> &
  BodyOf<Operation> &
  Omit<CallOptions, 'requestId' | 'headers'> & { headers?: ParametersOf<Operation>['header'] }

interface ResponseFields<Status, Data> {
  status: Status
  data: Data
  /** The id of the request in the logs of the service. */
  requestId: string | null
  headers: Headers
}

type DataOf<Response> = Response extends { content: { 'application/json': infer Data } } ? Data : undefined

/** A successful response of an operation: one of its statuses, with the body that belongs to that status. */
export type Result<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: ResponseFields<Status, DataOf<Responses[Status]>> }[keyof Responses]
  : never

type Id = keyof operations

/** The type of an operation's query. */
export type Query<Of extends Id> = NonNullable<ParametersOf<operations[Of]>['query']>
/** The type of an operation's request body. */
export type Body<Of extends Id> = NonNullable<BodyOf<operations[Of]>['body']>
/** The type of the body of an operation's successful response. */
export type Response<Of extends Id> = {
  [Status in Exclude<keyof operations[Of]['responses'], 304>]: DataOf<operations[Of]['responses'][Status]>
}[Exclude<keyof operations[Of]['responses'], 304>]

export interface CallOptions {
  /** Aborting the signal ends the call, which then throws the signal's reason. */
  signal?: AbortSignal
  /** The id of the request, by which a lost write is looked up; a new one if omitted. */
  requestId?: string
  /** Set it if a process that ended at least `publishWithinMs` ago may have sent `requestId`: it is looked up first. */
  lookUpFirst?: boolean
  /** Called when the response of a write is lost, before the write is looked up, which can take minutes. */
  onLost?: () => void
  /** Milliseconds after which an attempt counts as lost; that of the client if omitted. */
  timeoutMs?: number
  /** The maximum number of times the request is sent again, if that is safe; that of the client if omitted. */
  maxRetries?: number
  headers?: Readonly<Record<string, string | undefined>>
}

type ItemOf<Page, Items> = Items extends keyof Page
  ? Page[Items] extends readonly (infer Item)[]
    ? Item
    : never
  : never

/** A list that is read page by page. Await it for the first page, or iterate over all items with `for await`. */
export interface Pages<Page, Items extends string> extends Promise<Page>, AsyncIterable<ItemOf<Page, Items>> {
  /** Returns the pages, each as a whole. A page is read when the iteration reaches it. */
  pages(): AsyncIterable<Page>
}
