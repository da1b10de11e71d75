import { disconnectAccount } from './accounts/disconnect-account.ts'
import { getAccount } from './accounts/get-account.ts'
import { listAccounts, listAccountsOfProfile } from './accounts/list-accounts.ts'
import { refreshAccounts } from './accounts/refresh-accounts.ts'
import { updateAccount } from './accounts/update-account.ts'
import { createAdAccount, getAdAccount, listAdAccounts, updateAdAccount } from './ads/ad-accounts.ts'
import { deleteCampaign, updateAdStatus } from './ads/change-campaigns.ts'
import { createCampaign } from './ads/create-campaign.ts'
import { getInsights } from './ads/get-insights.ts'
import { getTree } from './ads/get-tree.ts'
import { listBusinesses } from './ads/list-businesses.ts'
import { listLeads } from './ads/list-leads.ts'
import { listAuditLog } from './audit/list-entries.ts'
import { createComment } from './comments/create-comment.ts'
import { deleteComment } from './comments/delete-comment.ts'
import { listComments } from './comments/list-comments.ts'
import { listRecent } from './comments/list-recent-comments.ts'
import { updateComment } from './comments/update-comment.ts'
import { createLink, deleteLink, listLinks } from './connect-links/manage-connect-links.ts'
import { getConnection } from './connections/get-connection.ts'
import { startConnection } from './connections/start-connection.ts'
import { listPlatforms } from './deployment/list-platforms.ts'
import { listQuotas } from './deployment/list-quotas.ts'
import { listEvents } from './events/list-events.ts'
import { changeKey } from './keys/change-key.ts'
import { checkKey } from './keys/check-key.ts'
import { createKey, currentKey, deleteKey, listKeys } from './keys/manage-keys.ts'
import { listMessages } from './messages/list-messages.ts'
import { listTemplates } from './messages/list-templates.ts'
import { sendMessage } from './messages/send-message.ts'
import { changeOrganization, getOrganization } from './organization/organization.ts'
import { createOrigin, deleteOrigin, listOrigins } from './origins/manage-origins.ts'
import { deletePost } from './posts/delete-post.ts'
import { listPosts } from './posts/list-posts.ts'
import { createProfile } from './profiles/create-profile.ts'
import { deleteProfile } from './profiles/delete-profile.ts'
import { getProfile } from './profiles/get-profile.ts'
import { listProfiles } from './profiles/list-profiles.ts'
import { replaceProfile } from './profiles/replace-profile.ts'
import { getPublish } from './publishing/status/get-publish.ts'
import { listPublishes } from './publishing/status/list-publishes.ts'
import { resolvePublish } from './publishing/status/resolve-publish.ts'
import { publishPost } from './publishing/submit/publish-post.ts'
import { validatePost } from './publishing/validation/validate-post.ts'
import { reportUseCases } from './reports/read-report.ts'
import type { UseCases } from './request.ts'
import { listRequests } from './requests/list-requests.ts'
import { cancelSchedule } from './schedules/cancel-schedule.ts'
import { createSchedule } from './schedules/create-schedule.ts'
import { getSlots, setSlots } from './schedules/profile-slots.ts'
import { getSchedule, listSchedules } from './schedules/read-schedules.ts'
import { releaseSchedule } from './schedules/release-schedule.ts'
import { updateSchedule } from './schedules/update-schedule.ts'
import { startSignup } from './signup/start-signup.ts'
import { getUpload } from './uploads/get-upload.ts'
import { getUsage } from './usage/get-usage.ts'
import { getDelivery, listDeliveries } from './webhook-deliveries/list-deliveries.ts'
import { replayDeliveries, retryDelivery, testEndpoint } from './webhook-deliveries/repeat-deliveries.ts'
import { createEndpoint } from './webhook-endpoints/create-endpoint.ts'
import {
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  renewSecret,
  updateEndpoint,
} from './webhook-endpoints/manage-endpoints.ts'
import { listWrites } from './writes/list-writes.ts'

/** The function that carries out each operation, keyed by operation id. */
export const useCases: UseCases = {
  'auditLog.list': listAuditLog,
  'connectLinks.list': listLinks,
  'connectLinks.create': createLink,
  'connectLinks.delete': deleteLink,
  'organization.get': getOrganization,
  'organization.update': changeOrganization,
  'requests.list': listRequests,
  'keys.check': checkKey,
  'keys.update': changeKey,
  'profiles.list': listProfiles,
  'profiles.create': createProfile,
  'profiles.get': getProfile,
  'profiles.replace': replaceProfile,
  'profiles.delete': deleteProfile,
  'connections.start': startConnection,
  'connections.signup': startSignup,
  'connections.get': getConnection,
  'accounts.list': listAccounts,
  'accounts.listOfProfile': listAccountsOfProfile,
  'accounts.get': getAccount,
  'accounts.update': updateAccount,
  'accounts.disconnect': disconnectAccount,
  'accounts.refresh': refreshAccounts,
  'posts.list': listPosts,
  'posts.publish': publishPost,
  'posts.validate': validatePost,
  'posts.delete': deletePost,
  'publishes.list': listPublishes,
  'events.list': listEvents,
  'publishes.get': getPublish,
  'publishes.resolve': resolvePublish,
  'uploads.get': getUpload,
  'schedules.list': listSchedules,
  'schedules.create': createSchedule,
  'schedules.get': getSchedule,
  'schedules.update': updateSchedule,
  'schedules.cancel': cancelSchedule,
  'schedules.release': releaseSchedule,
  'slots.get': getSlots,
  'slots.replace': setSlots,
  ...reportUseCases,
  'comments.list': listComments,
  'comments.recent': listRecent,
  'comments.create': createComment,
  'comments.update': updateComment,
  'comments.delete': deleteComment,
  'messages.list': listMessages,
  'messages.templates.list': listTemplates,
  'messages.send': sendMessage,
  'ads.accounts.list': listAdAccounts,
  'ads.accounts.create': createAdAccount,
  'ads.businesses.list': listBusinesses,
  'ads.accounts.get': getAdAccount,
  'ads.accounts.update': updateAdAccount,
  'ads.tree.get': getTree,
  'ads.insights.get': getInsights,
  'ads.campaigns.create': createCampaign,
  'ads.campaigns.delete': deleteCampaign,
  'ads.status.update': updateAdStatus,
  'ads.leads.list': listLeads,
  'writes.list': listWrites,
  'webhookEndpoints.list': listEndpoints,
  'webhookEndpoints.create': createEndpoint,
  'webhookEndpoints.get': getEndpoint,
  'webhookEndpoints.update': updateEndpoint,
  'webhookEndpoints.delete': deleteEndpoint,
  'webhookEndpoints.secret.renew': renewSecret,
  'webhookEndpoints.test': testEndpoint,
  'webhookEndpoints.replay': replayDeliveries,
  'webhookEndpoints.deliveries.list': listDeliveries,
  'webhookEndpoints.deliveries.get': getDelivery,
  'webhookEndpoints.deliveries.retry': retryDelivery,
  'usage.get': getUsage,
  'quotas.list': listQuotas,
  'platforms.list': listPlatforms,
  'keys.list': listKeys,
  'keys.create': createKey,
  'keys.delete': deleteKey,
  'keys.current': currentKey,
  'origins.list': listOrigins,
  'origins.create': createOrigin,
  'origins.delete': deleteOrigin,
}
