import { hash } from 'node:crypto'
import type { Db } from '@carillon/database'
import * as database from '@carillon/database'
import { type Known, now } from './generate.ts'

type Query = (db: Db, known: Known) => Promise<unknown>

const dayMs = 86_400_000
const days = (count: number) => new Date(now.getTime() + count * dayMs)

/** The day so many days from the newest rows, as in columns of dates. */
const dayOf = (count: number) => days(count).toISOString().slice(0, 10)

const at = days(-12)
/** Half a day before the newest comment: at every scale, pages of comments are older. */
const recently = days(-0.5)
const later = days(61)
const max = 50
const sessionHash = hash('sha256', 'session7', 'buffer')

const scope = ({ organizationId }: Known) => ({ organizationId, profileId: null })
const bound = ({ organizationId, profileId }: Known) => ({ organizationId, profileId })

function publishes(filter: (known: Known) => Partial<database.ExternalWriteFilter>): Query {
  return (db, known) => database.listExternalWrites(db, scope(known), { kind: 'publish', max, ...filter(known) })
}

/** The next days, in which few schedules are due. */
const soon = days(2)

function schedules(filter: (known: Known) => Partial<database.ScheduleFilter>): Query {
  return (db, known) => database.listSchedules(db, scope(known), { limit: max, ...filter(known) })
}

/** What the worker and the quotas query about a schedule. */
function ofSchedule(query: (db: Db, row: database.ScheduleRow, known: Known) => Promise<unknown>): Query {
  return async (db, known) => {
    const row = await database.readSchedule(db, known.scheduleId)
    return row && query(db, row, known)
  }
}

/** What the API, the worker and the retention jobs ask of the database, by what it is for. */
export const queries: Readonly<Record<string, Query>> = {
  'profile by id': (db, known) => database.findProfile(db, { scope: scope(known), id: known.profileId }),
  'profile of a bound key': (db, known) => database.findProfile(db, { scope: bound(known), id: known.profileId }),
  'account by id': (db, known) => database.findAccount(db, { scope: scope(known), id: known.accountId }),
  'account of a write, with its credentials': (db, { writeId }) => database.findAccountOfWrite(db, writeId),
  'account connected elsewhere': (db, known) =>
    database.isConnectedElsewhere(db, {
      id: known.accountId,
      platform: 'x',
      providerId: 'provider-4',
      ownerId: null,
    }),
  'accounts by ids at the network': (db) => database.listAccountsOf(db, 'x', ['provider-4', 'provider-8']),
  'session of the dashboard by its token': (db) => database.findDashboardSessions(db, [sessionHash]),
  'sessions of a key beyond those that it may have': (db, { keyId }) =>
    database.trimDashboardSessions(db, { hash: sessionHash, keyId: keyId }, 3),
  'sessions of a key': (db, { keyId }) => database.deleteDashboardSessionsOf(db, keyId),
  'publishes of an organization': publishes(() => ({})),
  'publishes of a profile': publishes(({ profileId }) => ({ profileId })),
  'publishes of an account': publishes(({ accountId }) => ({ accountId })),
  'publishes that failed': publishes(() => ({ status: 'failed' })),
  'publishes that succeeded': publishes(() => ({ status: 'succeeded' })),
  'publishes that nobody can decide': publishes(() => ({ status: 'unknown' })),
  'publishes in progress': publishes(() => ({ status: 'processing' })),
  'publishes by request id': publishes(() => ({ requestId: 'request-77' })),
  'publishes after a cursor': publishes(({ writeId }) => ({ before: writeId })),
  'publishes with a rare word': publishes(() => ({ search: 'rare000000007' })),
  'publishes with a word that many have': publishes(() => ({ search: 'common' })),
  'publishes with a word that nobody used': publishes(() => ({ search: 'never' })),
  'publishes of an account with words': publishes(({ accountId }) => ({ accountId, search: 'comm rare000000001' })),
  'publishes that a duplicate may repeat': (db, { accountId, writeId }) =>
    database.listPublishesBefore(db, { id: writeId, accountId: accountId }, max),
  'thumbnail of a file': (db, { writeId }) => database.findThumbnail(db, writeId),
  'publish by id': (db, known) => database.findExternalWrite(db, scope(known), { id: known.writeId, kind: 'publish' }),
  'attempts of a publish': (db, known) => database.listAttempts(db, known.writeId),
  'open write': (db, { writeId }) => database.readOpenWrite(db, writeId),
  'claim of a write': (db, { writeId }) =>
    database.claimExternalWrite(db, writeId, { now: at, lease: later, by: 'worker' }),
  'work that is due': (db) => database.findDueWork(db, { now: at, max: 16 }),
  'writes whose jobs are lost': (db) => database.takeLostWrites(db, { before: later, max: 500 }),
  'writes that wait for the queue': (db) => database.takeWaitingWrites(db, later),
  'writes of an account that nobody can decide': (db, { accountId }) =>
    database.listUndecidedWrites(db, { accountId, kind: 'publish', since: days(-30) }),
  'schedules of an organization': schedules(() => ({})),
  'schedules of a profile': schedules(({ profileId }) => ({ profileId })),
  'schedules of an account': schedules(({ accountId }) => ({ accountId })),
  'schedules that are held': schedules(() => ({ status: 'held' })),
  'schedules that are due later': schedules(() => ({ status: 'scheduled' })),
  'schedules of a profile in a month': schedules(({ profileId }) => ({
    profileId,
    from: later,
    to: days(92),
  })),
  'schedules of an account that are due later': schedules(({ accountId }) => ({ accountId, status: 'scheduled' })),
  'schedules by request id': schedules(() => ({ requestId: 'schedule-77' })),
  'schedule of a publish': schedules(({ writeId }) => ({ publishId: writeId })),
  'schedule by id': (db, known) => database.findSchedule(db, scope(known), known.scheduleId),
  'schedules that get a start': (db) => database.planStarts(db, { until: soon, max: 200 }),
  'schedules that start': (db) => database.listStarting(db, { now: soon, max: 200 }),
  'schedules to look at': (db) => database.takeToLookAt(db, { now: soon, until: later, max }),
  'schedules of deleted keys': (db) => database.listKeyless(db, max),
  'schedules by other rules of zones': (db) => database.listByOtherRules(db, { rules: '2026c', max: 200 }),
  'schedules that were due before a restore': (db) => database.listDueBefore(db, { before: soon, max: 200 }),
  'held schedules for the operator': (db) => database.listSchedulesByStatus(db, { status: 'held', max }),
  'schedules for the gauges': (db) => database.readScheduleGauges(db),
  'posts of an account before a schedule': ofSchedule((db, row) =>
    database.countPostsBefore(db, row, { since: new Date(row.dueAt.getTime() - 86_400_000), max }),
  ),
  'posts of a platform before a schedule': ofSchedule((db, row) =>
    database.countSchedulesBefore(db, row, { since: new Date(row.dueAt.getTime() - 86_400_000), max: 100 }),
  ),
  'first slot that is free': (db, { accountId }) =>
    database.firstFreeTime(db, {
      accountId,
      times: Array.from({ length: 100 }, (_, day) => new Date(soon.getTime() + day * 86_400_000)),
    }),
  'whether an account is writing': (db, { accountId }) => database.accountIsWriting(db, accountId),
  'ids that other writes have made': (db, { accountId, writeId }) =>
    database.claimedProviderIds(db, { accountId, kind: 'publish', since: later, except: writeId }),
  'open writes of an account that may have created something': (db, { accountId, writeId }) =>
    database.listBegunWrites(db, { accountId, kind: 'publish', except: writeId, now: later }),
  'open writes for the gauges': (db) => database.countOpenWrites(db, ['publish']),
  'undecided writes for the operator': (db) => database.listExternalWritesByStatus(db, { status: 'unknown', max }),
  'tokens that end soon': (db) =>
    database.listExpiring(db, {
      due: [{ platform: 'youtube', before: new Date('2026-01-01') }],
      since: null,
      rested: { until: new Date(), refreshedSince: new Date() },
    }),
  'charges of a month': (db, { organizationId }) =>
    database.sumCharges(db, { organizationId, platform: 'x', from: dayOf(-31), to: dayOf(-1) }),
  'files of writes that ended': (db) =>
    database.listUnusedMediaFiles(db, { before: new Date('2020-01-01'), after: null, max }),
  'comments of a post': (db, { copyId }) => database.readSlice(db, copyId, { after: null, size: max }),
  'more comments of a post': (db, { copyId }) =>
    database.readSlice(db, copyId, { after: { createdAt: recently.toISOString(), id: 'comment-1' }, size: max }),
  'recent comments of accounts': (db, { accountId }) =>
    database.listRecentComments(db, { accountIds: [accountId], unanswered: false, after: null, max }),
  'unanswered comments of accounts': (db, { accountId }) =>
    database.listRecentComments(db, { accountIds: [accountId], unanswered: true, after: null, max }),
  'more unanswered comments of accounts': (db, { accountId }) =>
    database.listRecentComments(db, {
      accountIds: [accountId],
      unanswered: true,
      after: { createdAt: recently.toISOString(), id: 'comment-1', accountId },
      max,
    }),
  'comment by id': (db, { accountId }) => database.findComment(db, accountId, 'comment-20'),
  'replies of threads': (db, { copyId }) =>
    database.countReplies(db, { copyId, parents: ['comment-20', 'comment-40'] }),
  'messages of an account': (db, { accountId }) => database.listMessageKeys(db, [accountId], max),
  'message by id': (db, { accountId }) => database.findMessage(db, { accountId, providerId: 'message-2' }),
  'last message of a person': (db, { accountId }) => database.lastReceivedAt(db, { accountId, sender: 'person-2' }),
  'messages sent to a person': (db, { accountId }) =>
    database.listSentTo(db, { accountId, recipient: 'me', since: later }),
  'conversations that are known': (db, { accountId }) =>
    database.listConversations(db, accountId, ['conversation-2', 'conversation-4']),
  'events of a batch': (db) => database.listWebhookEvents(db, '00000000-0000-4000-8000-000000000000'),
  'a schedule that is moved': ofSchedule((db, row) =>
    database.transaction(db, (tx) => database.changeSchedule(tx, row, { dueAt: later })),
  ),
  async 'a profile that is deleted'(db, known) {
    const accountIds = await database.listAccountIds(db, scope(known), { profileId: known.smallProfileId })
    await database.deleteCopiesOf(db, accountIds)
    await database.transaction(db, async (tx) => {
      await database.deleteAccounts(tx, accountIds)
      await database.deleteProfile(tx, scope(known), known.smallProfileId)
    })
  },
  'an API key that is deleted': (db, known) => database.deleteKey(db, known.keyId),
  ...Object.fromEntries(
    database.retentionPolicies.map((policy): [string, Query] => [
      `retention: ${policy.rows}`,
      (db) => database.purgeRows(db, policy, new Date('2020-01-01'), AbortSignal.timeout(60_000)),
    ]),
  ),
}
