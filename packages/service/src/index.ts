export {
  changedNothing,
  changesAfter,
  idAt,
  retentionPolicies,
  translateDatabaseError as translateFailure,
} from '@carillon/database'
export { exportAudit } from './audit/export-file.ts'
export { type AuditEntry, installationId, newAuditEntry } from './audit/new-entry.ts'
export { verifyAudit, verifyAuditFile } from './audit/verify-audit.ts'
export type { Config } from './config/config.ts'
export { ConfigError } from './config/config-error.ts'
export { networkVariables } from './config/network-variables.ts'
export { connectablePlatforms } from './config/platform-setup.ts'
export { processConfig } from './config/process-config.ts'
export { readConfig } from './config/read-config.ts'
export { sessionUrlOf } from './config/session-url.ts'
export { type Variable, variables } from './config/variables.ts'
export { describeLink, type LinkPage, looksLikeLinkToken, type OfferedPlatform } from './connect-links/open-link.ts'
export { startFromLink } from './connect-links/start-from-link.ts'
export { clientDocument } from './connections/client-document.ts'
export { completeConnection, type Ending } from './connections/complete-connection.ts'
export {
  type Checkpoint,
  type Context,
  checkpoints,
} from './context.ts'
export { createContext, type Overrides } from './create-context.ts'
export { authenticateSession, type SessionAccess } from './dashboard-sessions/authenticate-session.ts'
export { endDashboardSession, endDashboardSessions } from './dashboard-sessions/end-dashboard-session.ts'
export { openDashboardSession } from './dashboard-sessions/open-dashboard-session.ts'
export { entityTag, namesTag } from './entity-tag.ts'
export { currentStatus } from './installation-status/read-status.ts'
export { type Job, jobs } from './jobs/jobs.ts'
export {
  acquireWorkerLease,
  crashAt,
  lookForWork,
  openQueuePool,
  replayTokensAtStart,
  reportUnreadable,
} from './jobs/worker-life.ts'
export { type Decision, decideWrite } from './journal/decide-write.ts'
export { authenticate } from './keys/authenticate.ts'
export { rejectedGrant } from './keys/look-up.ts'
export { takeRequest } from './keys/take-request.ts'
export { type Alert, alerts, runbookOf } from './monitoring/alerts.ts'
export { counterSeries } from './monitoring/counter-series.ts'
export { measureDurations } from './monitoring/duration-series.ts'
export { readGauges, readLockWait } from './monitoring/gauges.ts'
export { installationGauges } from './monitoring/installation-gauges.ts'
export { metricRows } from './monitoring/metric-rows.ts'
export { eventLoopDelay, processGaugeSeries, processMetricOptions } from './monitoring/process-gauges.ts'
export {
  burnRates,
  burnWindows,
  periodDays,
  type ServiceLevel,
  serviceLevels,
} from './monitoring/promises.ts'
export { checkMigrations, readiness, untilReady } from './monitoring/readiness.ts'
export { sharedScrape } from './monitoring/shared-scrape.ts'
export { doctor, findNoDatabase } from './operator/doctor.ts'
export { hasEncryptedSecrets } from './operator/encrypted-secrets.ts'
export { describeEventBacklog } from './operator/event-backlog.ts'
export { createKey, deleteKey, listKeys, organizationOfKey } from './operator/keys.ts'
export { migrateDatabase } from './operator/migrate.ts'
export { noteRestore } from './operator/note-restore.ts'
export { allowOrigin, createOrganization, denyOrigin, listOrigins, setCard } from './operator/organizations.ts'
export { reportMissing } from './operator/report-missing.ts'
export { rotateKeys } from './operator/rotate-keys.ts'
export { listSchedules } from './operator/schedules.ts'
export {
  loadNetworkOperations,
  type NetworkResponse,
} from './operator/verify/network-operations.ts'
export type { Deviation, VerificationReport } from './operator/verify/report.ts'
export { verifyAccount } from './operator/verify/verify-account.ts'
export type { TestMessage, WriteOptions } from './operator/verify/write-options.ts'
export { listWrites, resolveWrite } from './operator/writes.ts'
export { openLogo } from './organization/logo.ts'
export { openPicture } from './pictures/open-picture.ts'
export { createHint } from './process-state/hint.ts'
export { networkOf } from './process-state/rejected-keys.ts'
export type { InstallationStatus } from './process-state/status.ts'
export { openUpload } from './publishing/media/open-upload.ts'
export { openPublicMedia, type PublicMedia } from './publishing/media/public-media.ts'
export { openThumbnail } from './publishing/media/thumbnail.ts'
export { type PublishedFile, uploadFromPublish } from './publishing/view/upload-from-publish.ts'
export {
  flagsOf,
  type JobClass,
  type JobName,
  type JobOwner,
  jobClasses,
  queueJob,
  type Sharing,
} from './queue/job-rows.ts'
export type { AnyOutput, Grant, Request, Target, UseCase, UseCases } from './request.ts'
export { type Named, resolveTarget } from './scope.ts'
export { completeSelection, describeSelection, type Selection } from './selection/select-accounts.ts'
export { completeSignup, type SignupEnd } from './signup/complete-signup.ts'
export { describeSignup, signupScript } from './signup/describe-signup.ts'
export {
  discardUploads,
  hashBody,
  receiveJson,
  uploadStorage,
} from './staging.ts'
export {
  claimWrite,
  dropChecked,
  keepChecked,
  nameToolWrite,
  readToolWrite,
  releaseWrite,
} from './tool-writes/tool-writes.ts'
export { type Admission, admitUpload } from './uploads/admit-upload.ts'
export { appendUpload, type UploadPiece } from './uploads/append-upload.ts'
export { createUpload, type NewUpload } from './uploads/create-upload.ts'
export { deleteUpload } from './uploads/delete-upload.ts'
export { type NamedUpload, readNamedUpload, readUpload } from './uploads/get-upload.ts'
export { stageFacts } from './uploads/stage-facts.ts'
export { useUpload } from './uploads/use-upload.ts'
export { useCases } from './use-cases.ts'
export { deauthorizeUser } from './user-requests/deauthorize-user.ts'
export { type DeletionProgress, describeDataDeletion } from './user-requests/describe-data-deletion.ts'
export type { PostedUserRequest } from './user-requests/read-user-request.ts'
export { requestDataDeletion } from './user-requests/request-data-deletion.ts'
export { carillonVersion } from './version.ts'
export { hearDeliveries } from './webhook-deliveries/hear-deliveries.ts'
export { failingLimit, retryDelays } from './webhook-deliveries/retry-schedule.ts'
export { type Deliveries, startDeliveries } from './webhook-deliveries/run-deliveries.ts'
export { receiveWebhook, verifyWebhook } from './webhooks/receive.ts'
export { replayWebhooks } from './webhooks/replay.ts'
export { writeKindNames } from './write-kinds.ts'
