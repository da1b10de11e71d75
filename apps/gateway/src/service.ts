import * as carillon from '@carillon/service'

export type {
  Admission,
  AnyOutput,
  AuditEntry,
  Context,
  DeletionProgress,
  Ending,
  Grant,
  InstallationStatus,
  LinkPage,
  NamedUpload,
  OfferedPlatform,
  PostedUserRequest,
  PublicMedia,
  PublishedFile,
  Request,
  Selection,
  SessionAccess,
  SignupEnd,
  Target,
  UploadPiece,
} from '@carillon/service'
export {
  alerts,
  counterSeries,
  entityTag,
  idAt,
  measureDurations,
  namesTag,
  networkOf,
  processGaugeSeries,
  processMetricOptions,
  runbookOf,
  sharedScrape,
} from '@carillon/service'

/** The functions of the package `service` that the gateway calls; tests replace some of them. */
export type Service = Pick<
  typeof carillon,
  | 'admitUpload'
  | 'appendUpload'
  | 'authenticate'
  | 'authenticateSession'
  | 'carillonVersion'
  | 'changedNothing'
  | 'changesAfter'
  | 'checkMigrations'
  | 'claimWrite'
  | 'clientDocument'
  | 'completeConnection'
  | 'completeSelection'
  | 'completeSignup'
  | 'connectablePlatforms'
  | 'createUpload'
  | 'deauthorizeUser'
  | 'deleteUpload'
  | 'currentStatus'
  | 'describeDataDeletion'
  | 'describeLink'
  | 'describeSelection'
  | 'describeSignup'
  | 'discardUploads'
  | 'dropChecked'
  | 'endDashboardSession'
  | 'endDashboardSessions'
  | 'keepChecked'
  | 'nameToolWrite'
  | 'openDashboardSession'
  | 'openLogo'
  | 'openPublicMedia'
  | 'openPicture'
  | 'openThumbnail'
  | 'openUpload'
  | 'looksLikeLinkToken'
  | 'newAuditEntry'
  | 'readToolWrite'
  | 'readNamedUpload'
  | 'readiness'
  | 'receiveJson'
  | 'receiveWebhook'
  | 'rejectedGrant'
  | 'releaseWrite'
  | 'requestDataDeletion'
  | 'resolveTarget'
  | 'signupScript'
  | 'stageFacts'
  | 'startFromLink'
  | 'takeRequest'
  | 'translateFailure'
  | 'uploadFromPublish'
  | 'uploadStorage'
  | 'useCases'
  | 'useUpload'
  | 'verifyWebhook'
>

export const service: Service = carillon
