export type { Adapter } from './adapter.ts'
export {
  type App,
  type AppCall,
  type CallContext,
  isJsonObject,
  type JsonObject,
} from './call-context.ts'
export { placeOfComment } from './comment-write.ts'
export { type DocumentedResponses, noteUnexpected, noteUnpromised } from './drift.ts'
export { endsCall, outcomeOfFailure, ProviderError } from './error-rules.ts'
export { firstOfEach } from './first-of-each.ts'
export { clockSkewMs, maxClockSkewMs, plainText } from './lost-write.ts'
export type { MediaLink, MediaSource } from './media-source.ts'
export { newCursorsOnly } from './new-cursors.ts'
export type {
  AdsPort,
  AdsPurpose,
  NewAdAccount,
  NewCampaign,
  ReportMemory,
} from './ports/ads.ts'
export type {
  AuthorAccount,
  ChangedComment,
  CommentInput,
  CommentPage,
  CommentResult,
  CommentsPort,
  PostQuery,
} from './ports/comments.ts'
export type {
  Completion,
  ConnectPort,
  Granted,
  Identity,
  Names,
  Refreshed,
} from './ports/connect.ts'
export type {
  Conversation,
  MessagesPort,
  ReadMessage,
  SentMessage,
  TemplateInput,
  TextInput,
} from './ports/messages.ts'
export type { DeletePostPort, PostPage, PostsPort } from './ports/posts.ts'
export type { PreparedPost, Published, PublishPort, Step } from './ports/publish.ts'
export type { PushedScopes, PushPort } from './ports/push.ts'

export type {
  PhoneNumber,
  SignupClaim,
  SignupPage,
  SignupPort,
  SignupReport,
  SignupTarget,
} from './ports/signup.ts'
export type { UserRequestsPort } from './ports/user-requests.ts'
export type {
  AccountUpdate,
  AccountUpdateKind,
  CommentChange,
  Receipt,
  ReceivedMessage,
  StatusChange,
  WebhookEvents,
  WebhookPort,
} from './ports/webhook.ts'
export type {
  Leftover,
  OpenCommit,
  Verdict,
  WriteCall,
  WritePort,
} from './ports/write.ts'
export { type Registry, registry } from './registry.ts'
export type { Drift, FieldReport } from './reported-drift.ts'
export { type NetworkOption, settings, settingsOf } from './settings.ts'
/**
 * The stored state of a write that consists of one call.
 * @public Inferred types of other packages name it.
 */
export type { SingleCallState } from './single-call-write.ts'
export { singleCallWrite } from './single-call-write.ts'
export { storableText } from './storable-text.ts'
