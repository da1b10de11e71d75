export { createEndpoint, type Endpoint } from './endpoint.ts'
export type {
  InternalRequest,
  InternalResponse,
  NamedWrite,
  RequestBackend,
  StoredWrite,
  ToolWrites,
} from './request-backend.ts'
export { readView, type View } from './view.ts'
