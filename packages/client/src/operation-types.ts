import type { paths } from './schema.ts'

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
    /** Ends the request; it then throws the signal's reason. */
    signal?: AbortSignal
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
