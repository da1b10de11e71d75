import { dashboard } from '../browser/dashboard.ts'
import type { Row } from '../measure.ts'
import { adTree } from './ad-tree.ts'
import { auth } from './auth.ts'
import { boot } from './boot.ts'
import { commentSync, staleComments } from './comment-sync.ts'
import { fanOut } from './fan-out.ts'
import { growth } from './growth.ts'
import { hostileBodies } from './hostile.ts'
import { readMessages } from './messages.ts'
import { normalize } from './normalize.ts'
import { processes } from './processes.ts'
import { publish, publishLimited } from './publish.ts'
import { queue } from './queue.ts'
import { quota } from './quota.ts'
import { readAccounts, readSmall, readSmallLimited } from './read.ts'
import { readComments, readHot, readUnchanged } from './read-comments.ts'
import { reportOfYear, sharedReports } from './reports.ts'
import { soak } from './soak.ts'
import { install, start } from './start.ts'
import { uploadOne } from './upload-1.ts'
import { uploadTwenty } from './upload-20.ts'
import { uploadFair } from './upload-fair.ts'
import { uploadForm } from './upload-mp.ts'
import { uploadAgainst } from './upload-vs.ts'
import { webhook } from './webhook.ts'

export const rows: readonly Row[] = [
  boot,
  start,
  install,
  readComments,
  readHot,
  readUnchanged,
  commentSync,
  staleComments,
  readAccounts,
  readSmall,
  readSmallLimited,
  auth,
  queue,
  hostileBodies,
  publish,
  publishLimited,
  processes,
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
  dashboard,
  soak,
]
