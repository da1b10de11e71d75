import { composer } from './browser/composer.ts'
import { dashboard } from './browser/dashboard.ts'
import type { Row } from './measure.ts'
import { adTree } from './rows/ad-tree.ts'
import { auditCost, auditVerify } from './rows/audit.ts'
import { auth } from './rows/auth.ts'
import { boot } from './rows/boot.ts'
import { commandLine } from './rows/command-line.ts'
import { commentSync, staleComments } from './rows/comment-sync.ts'
import { eventCost, events } from './rows/events.ts'
import { fanOut } from './rows/fan-out.ts'
import { growth } from './rows/growth.ts'
import { hostileBodies } from './rows/hostile.ts'
import { idle } from './rows/idle.ts'
import { readMessages } from './rows/messages.ts'
import { migration } from './rows/migration.ts'
import { normalize } from './rows/normalize.ts'
import { traces, tracesOn } from './rows/overheads/traces.ts'
import { processes } from './rows/processes.ts'
import { publish, publishLimited } from './rows/publish/publish.ts'
import { publishBluesky } from './rows/publish/publish-bluesky.ts'
import { queue } from './rows/queue.ts'
import { quota } from './rows/quota.ts'
import { readAccounts, readSmall, readSmallLimited } from './rows/read.ts'
import { readComments, readHot, readUnchanged } from './rows/read-comments.ts'
import { reportOfYear, sharedReports } from './rows/reports.ts'
import { deletion } from './rows/retention/deleted.ts'
import { retention } from './rows/retention/dropped.ts'
import { schedules } from './rows/schedules.ts'
import { soak } from './rows/soak.ts'
import { install, start } from './rows/start.ts'
import { uploadOne } from './rows/uploads/upload-1.ts'
import { uploadTwenty } from './rows/uploads/upload-20.ts'
import { uploadFair } from './rows/uploads/upload-fair.ts'
import { uploadForm } from './rows/uploads/upload-mp.ts'
import { uploadAgainst } from './rows/uploads/upload-vs.ts'
import { backlogOfOne } from './rows/wake-ups/backlog.ts'
import { notify } from './rows/wake-ups/notify.ts'
import { publishOne } from './rows/wake-ups/publish-one.ts'
import { webhook } from './rows/webhook.ts'

export const rows: readonly Row[] = [
  boot,
  start,
  install,
  idle,
  commandLine,
  readComments,
  readHot,
  readUnchanged,
  commentSync,
  staleComments,
  readAccounts,
  readSmall,
  readSmallLimited,
  auth,
  auditCost,
  auditVerify,
  queue,
  backlogOfOne,
  notify,
  hostileBodies,
  publish,
  publishOne,
  publishLimited,
  publishBluesky,
  schedules,
  processes,
  traces,
  tracesOn,
  eventCost,
  events,
  webhook,
  normalize,
  readMessages,
  uploadOne,
  uploadAgainst,
  uploadTwenty,
  uploadFair,
  uploadForm,
  fanOut,
  quota,
  reportOfYear,
  sharedReports,
  adTree,
  growth,
  migration,
  retention,
  deletion,
  dashboard,
  composer,
  soak,
]
