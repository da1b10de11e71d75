export { createEndpoint, type Endpoint } from './endpoint.ts'
export type {
  InternalRequest,
  InternalResponse,
  RequestBackend,
  ToolWrites,
} from './request-backend.ts'
export { readView } from './view.ts'
