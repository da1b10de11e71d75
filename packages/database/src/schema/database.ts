import type { AccountTable } from './account.ts'
import type { AdAccountListTable } from './ad-account-list.ts'
import type { AdReportTable } from './ad-report.ts'
import type { AllowedOriginTable } from './allowed-origin.ts'
import type { ApiKeyTable } from './api-key.ts'
import type { ApiRequestTable } from './api-request.ts'
import type { AuditChainTable, AuditEntryTable, AuditOutboxTable } from './audit.ts'
import type { ChangedAccountTable } from './changed-account.ts'
import type { ChargeDayTable, ChargeTable } from './charge.ts'
import type { CommentTable } from './comment.ts'
import type { CommentAccountTable } from './comment-account.ts'
import type { CommentChangeTable } from './comment-change.ts'
import type { CommentPostTable } from './comment-post.ts'
import type { ConnectLinkTable } from './connect-link.ts'
import type { ConnectionSessionTable } from './connection-session.ts'
import type { ConversationTable, MessageSyncTable } from './conversation.ts'
import type { CredentialTable } from './credential.ts'
import type { DailyQuotaTable } from './daily-quota.ts'
import type { DashboardSessionTable } from './dashboard-session.ts'
import type { DataDeletionTable } from './data-deletion.ts'
import type { DatabaseEpochTable } from './database-epoch.ts'
import type { EventFeedTable, EventObjectTable, EventOutboxTable, EventTable } from './event.ts'
import type { ExternalWriteTable } from './external-write.ts'
import type { ExternalWriteAttemptTable } from './external-write-attempt.ts'
import type { IdempotentResponseTable } from './idempotent-response.ts'
import type { KeyBudgetUseTable } from './key-budget-use.ts'
import type { MediaFileTable } from './media-file.ts'
import type { MediaLinkTable } from './media-link.ts'
import type { MessageListTable, MessageParticipantTable, MessageStatusTable, MessageTable } from './message.ts'
import type { MessageTemplateTable } from './message-template.ts'
import type { OrganizationLogoTable, OrganizationTable } from './organization.ts'
import type { PausedLimitTable } from './paused-limit.ts'
import type { ProfileTable } from './profile.ts'
import type { ProfileSlotsTable } from './profile-slots.ts'
import type { CommentPushTable, MessageReceiptTable, PushSubscriptionTable } from './push.ts'
import type { RateTable } from './rate.ts'
import type { ScheduleTable } from './schedule.ts'
import type { NetworkMinuteTable, PublishHourTable } from './status.ts'
import type { ToolWriteTable } from './tool-write.ts'
import type { UploadPieceTable, UploadTable } from './upload.ts'
import type { WebhookDeliveryAttemptTable, WebhookDeliveryTable } from './webhook-delivery.ts'
import type { WebhookEndpointTable } from './webhook-endpoint.ts'
import type { WebhookEventTable } from './webhook-event.ts'

/** The row types of the tables of which the query builder is used, keyed by table name in camelCase. */
export interface Database {
  account: AccountTable
  adAccountList: AdAccountListTable
  adReport: AdReportTable
  allowedOrigin: AllowedOriginTable
  apiKey: ApiKeyTable
  apiRequest: ApiRequestTable
  auditChain: AuditChainTable
  auditEntry: AuditEntryTable
  auditOutbox: AuditOutboxTable
  changedAccount: ChangedAccountTable
  charge: ChargeTable
  chargeDay: ChargeDayTable
  comment: CommentTable
  commentAccount: CommentAccountTable
  commentChange: CommentChangeTable
  commentPost: CommentPostTable
  commentPush: CommentPushTable
  connectLink: ConnectLinkTable
  connectionSession: ConnectionSessionTable
  conversation: ConversationTable
  credential: CredentialTable
  dashboardSession: DashboardSessionTable
  dataDeletion: DataDeletionTable
  databaseEpoch: DatabaseEpochTable
  dailyQuota: DailyQuotaTable
  event: EventTable
  eventFeed: EventFeedTable
  eventObject: EventObjectTable
  eventOutbox: EventOutboxTable
  externalWrite: ExternalWriteTable
  externalWriteAttempt: ExternalWriteAttemptTable
  idempotentResponse: IdempotentResponseTable
  keyBudgetUse: KeyBudgetUseTable
  mediaFile: MediaFileTable
  mediaLink: MediaLinkTable
  message: MessageTable
  messageList: MessageListTable
  messageParticipant: MessageParticipantTable
  messageReceipt: MessageReceiptTable
  messageStatus: MessageStatusTable
  messageSync: MessageSyncTable
  messageTemplate: MessageTemplateTable
  networkMinute: NetworkMinuteTable
  organization: OrganizationTable
  organizationLogo: OrganizationLogoTable
  pausedLimit: PausedLimitTable
  profile: ProfileTable
  profileSlots: ProfileSlotsTable
  publishHour: PublishHourTable
  pushSubscription: PushSubscriptionTable
  rate: RateTable
  toolWrite: ToolWriteTable
  schedule: ScheduleTable
  upload: UploadTable
  uploadPiece: UploadPieceTable
  webhookDelivery: WebhookDeliveryTable
  webhookDeliveryAttempt: WebhookDeliveryAttemptTable
  webhookEndpoint: WebhookEndpointTable
  webhookEvent: WebhookEventTable
}
