import type { Platform, PlatformWith, PublishPlatform, PushPlatform, UserRequestPlatform } from '@carillon/domain'
import type { JsonObject } from './call-context.ts'
import type { Dialect } from './call-network.ts'
import type { DocumentedResponses } from './drift.ts'
import type { AdsPort } from './ports/ads.ts'
import type { CommentsPort } from './ports/comments.ts'
import type { ConnectPort } from './ports/connect.ts'
import type { MessagesPort, TemplatesPort } from './ports/messages.ts'
import type { DeletePostPort, PostsPort } from './ports/posts.ts'
import type { PublishPort } from './ports/publish.ts'
import type { PushPort } from './ports/push.ts'
import type { ReportsPort } from './ports/reports.ts'
import type { SignupPort } from './ports/signup.ts'
import type { UserRequestsPort } from './ports/user-requests.ts'
import type { WebhookPort } from './ports/webhook.ts'
import type { SettingsOf } from './settings.ts'

/**
 * Every port that an adapter can have, keyed by its name in the adapter. A port is the group of an adapter's functions
 * for one feature, such as publishing or comments.
 */
interface Ports<P extends Platform, Credentials> {
  connect: ConnectPort<Credentials>
  publish: P extends PublishPlatform ? PublishPort<P, JsonObject, Credentials> : never
  posts: PostsPort<Credentials>
  deletePost: DeletePostPort<Credentials>
  comments: CommentsPort<P, Credentials>
  messages: MessagesPort<Credentials>
  templates: TemplatesPort<Credentials>
  webhook: WebhookPort
  push: PushPort<Credentials>
  signup: SignupPort<Credentials>
  reports: ReportsPort<P, Credentials>
  ads: AdsPort<Credentials>
  userRequests: UserRequestsPort
}

type ReportPlatform = {
  [P in Platform]: keyof ReportsPort<P, unknown> extends never ? never : P
}[Platform]

/** The networks that must have each port, and no others may have it. `PlatformWith` are those with a capability. */
interface PlatformsOf {
  connect: PlatformWith<'connect'>
  publish: PlatformWith<'posts.publish'>
  posts: PlatformWith<'posts.list'>
  deletePost: PlatformWith<'posts.delete'>
  comments: PlatformWith<'comments.list'>
  messages: PlatformWith<'messages.send.text'>
  templates: PlatformWith<'messages.send.template'>
  // The network that takes templates also delivers messages by webhook and connects accounts by a sign-up of its own.
  webhook: PlatformWith<'messages.send.template'> | PushPlatform
  push: PushPlatform
  signup: PlatformWith<'messages.send.template'>
  reports: ReportPlatform
  ads: PlatformWith<'ads'>
  userRequests: UserRequestPlatform
}

type PortsOf<P extends Platform, Credentials> = {
  [Name in keyof Ports<P, Credentials> as P extends PlatformsOf[Name] ? Name : never]: Ports<P, Credentials>[Name]
} & { [Name in keyof PlatformsOf as P extends PlatformsOf[Name] ? never : Name]?: never }

interface Described<P extends Platform, Credentials> {
  settings: SettingsOf<P>
  credentials: {
    /**
     * Converts stored credentials to the form that the ports use. Throws `connection_expired` if they cannot be used.
     */
    parse(stored: JsonObject): Credentials
  }
  /** The documented successful responses of the network; the same object as in its dialects. */
  responses: DocumentedResponses
  /** How the adapter interprets responses, keyed by the subject of the calls, such as `publishing a video`. */
  errors: Readonly<Record<string, Dialect>>
}

/**
 * Everything that the service needs of one network: its settings, its credentials, and one port for each feature. The
 * capability matrix decides which ports an adapter has; a missing or superfluous port does not compile. `Credentials`
 * is the type that `credentials.parse` returns; code that serves any network leaves it unknown.
 */
export type Adapter<P extends Platform, Credentials = unknown> = P extends Platform
  ? Described<P, Credentials> & PortsOf<P, Credentials>
  : never
