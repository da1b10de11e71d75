export type { App, AppCall, CallContext, ConnectedAccount, Json, JsonObject } from './call-context.ts'
export { type Outcome, outcomeOfFailure, ProviderError } from './error-rules.ts'
export type { MediaLink, MediaSource } from './media-source.ts'
export type {
  Authorization,
  AuthorizationRequest,
  CallbackRequest,
  Completion,
  ConnectPort,
  Identity,
  Refreshed,
} from './ports/connect.ts'
export type { DeletePostPort, PostPage, PostsPort } from './ports/posts.ts'
export type {
  OpenCommit,
  Prepared,
  PreparedPost,
  PublishCall,
  PublishPort,
  Settling,
  Step,
  Verdict,
} from './ports/publish.ts'
export { type Registry, registry } from './registry.ts'
export { type Settings, settings } from './settings.ts'
