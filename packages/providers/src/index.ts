export type { Adapter } from './adapter.ts'
export {
  type App,
  type AppCall,
  type CallContext,
  type ConnectedAccount,
  isJsonObject,
  type Json,
  type JsonObject,
} from './call-context.ts'
export { type DocumentedResponses, noteUnexpected, noteUnpromised } from './drift.ts'
export { type Outcome, outcomeOfFailure, ProviderError } from './error-rules.ts'
export { clockSkewMs, plainText } from './lost-write.ts'
export type { MediaLink, MediaSource } from './media-source.ts'
export type {
  AdAccountChange,
  AdsPort,
  AdsPurpose,
  InsightsQuery,
  LeadPage,
  NewAdAccount,
  NewCampaign,
  ReportMemory,
  TreeQuery,
} from './ports/ads.ts'
export type {
  AuthorAccount,
  CommentInput,
  CommentPage,
  CommentResult,
  CommentsPort,
  ThreadQuery,
} from './ports/comments.ts'
export type {
  Authorization,
  AuthorizationRequest,
  CallbackRequest,
  Completion,
  ConnectPort,
  Identity,
  Refreshed,
} from './ports/connect.ts'
export type {
  Conversation,
  ConversationPage,
  MessagesPort,
  ReadMessage,
  SentMessage,
  TemplateInput,
  TemplatesPort,
  TextInput,
} from './ports/messages.ts'
export type { DeletePostPort, PostPage, PostsPort } from './ports/posts.ts'
export type { Prepared, PreparedPost, PublishCall, Published, PublishPort, Step } from './ports/publish.ts'
export type { Report, ReportName, ReportQuery, ReportsPort } from './ports/reports.ts'
export type {
  PhoneNumber,
  SignupClaim,
  SignupOutcome,
  SignupPage,
  SignupPort,
  SignupReport,
  SignupTarget,
  SignupToken,
} from './ports/signup.ts'
export type { UserRequestsPort } from './ports/user-requests.ts'
export type {
  AccountUpdate,
  AccountUpdateKind,
  ReceivedMessage,
  StatusChange,
  WebhookEvents,
  WebhookPort,
} from './ports/webhook.ts'
export type {
  Leftover,
  OpenCommit,
  Settling,
  Verdict,
  WriteCall,
  WritePort,
  WriteStart,
  WriteStep,
} from './ports/write.ts'
export { type Registry, registry } from './registry.ts'
export type { Drift, FieldReport } from './reported-drift.ts'
export { type NetworkOption, type Settings, settings, settingsOf } from './settings.ts'
export { type Finding, type SingleCall, type SingleCallState, singleCallWrite } from './single-call-write.ts'
export { storableText } from './storable-text.ts'
