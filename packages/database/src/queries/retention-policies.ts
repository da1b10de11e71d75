import { defaultAuditKeptDays, defaultEventsKeptDays, defaultRequestsKeptDays, limits } from '@carillon/domain'
import { sql } from 'kysely'
import { firstIdOf } from '../statements/first-id.ts'
import { shortenAuditChains } from './audit-chain.ts'
import { claimsKeptHours } from './claimed-objects.ts'
import { writeHasEnded } from './queue-gauges.ts'
import type { RetentionPolicy } from './retention-policy.ts'

const day = 24

/**
 * The retention policies of all rows that `purgeRows` purges. Uploads and media files have purges of their own; other
 * rows are kept until their owner is deleted.
 */
export const retentionPolicies: readonly RetentionPolicy[] = [
  {
    table: 'connect_link',
    rows: 'connect links, from their end on',
    keptHours: day,
    where: (before) => sql`expires_at < ${before}`,
    why: 'They can no longer be used.',
  },
  {
    table: 'request_window',
    rows: "counts of a key's requests, from the beginning of their minute",
    keptHours: 1,
    where: (before) => sql`started_at < ${before}`,
    why: 'Only the current minute counts.',
  },
  {
    table: 'organization_request_window',
    rows: "counts of an organization's requests, from the beginning of their minute",
    keptHours: 1,
    where: (before) => sql`started_at < ${before}`,
    why: 'Only the current minute counts.',
  },
  {
    table: 'dashboard_session',
    rows: 'sessions of the dashboard, from their end on',
    keptHours: 1,
    where: (before) => sql`expires_at < ${before}`,
    why: 'They can no longer be used.',
  },
  {
    table: 'idempotent_answer',
    rows: 'responses to an `Idempotency-Key`, from the request on',
    keptHours: limits.idempotencyHours,
    where: (before) => sql`created_at < ${before}`,
    why: 'The same response is promised for this time.',
  },
  {
    table: 'tool_write',
    rows: 'posts that were checked with an MCP tool, from the end of their `requestId` on',
    keptHours: 1,
    where: (before) => sql`expires_at < ${before} and payload is not null`,
    emptied: ['payload'],
    why: 'They can no longer be published.',
  },
  {
    table: 'tool_write',
    rows: 'request ids of MCP tools that write, from their first use on',
    keptHours: 30 * day,
    where: (before) => sql`created_at < ${before}`,
    why: 'A repeated call gets the first result for this time.',
  },
  {
    table: 'webhook_event',
    rows: 'events as social networks posted them, from their arrival on',
    keptHours: 30 * day,
    where: (before) => sql`id < ${firstIdOf(before)}`,
    why: 'They can be processed again within a month.',
  },
  {
    table: 'event',
    rows: 'events that are listed and delivered, from the end (UTC) of the day on which they were stored',
    keptHours: defaultEventsKeptDays * day,
    setting: 'EVENTS_KEPT_DAYS',
    where: (before) => sql`stored_at < ${before}`,
    isPartitioned: true,
    why: 'A client that was unreachable can read them within a month.',
  },
  {
    table: 'webhook_delivery',
    rows: 'deliveries of events to webhook endpoints with their attempts, from their creation on',
    // The events of a day are dropped together, up to a day later than each.
    keptHours: (defaultEventsKeptDays + 1) * day,
    setting: 'EVENTS_KEPT_DAYS',
    beyondSettingHours: day,
    where: (before) => sql`id < ${firstIdOf(before)}`,
    why: 'A replay leaves out events that an endpoint has received, as long as they are kept.',
  },
  {
    table: 'audit_entry',
    rows: 'entries of the audit log, from the end (UTC) of the day on which the action began',
    keptHours: defaultAuditKeptDays * day,
    setting: 'AUDIT_KEPT_DAYS',
    where: (before) => sql`id < ${firstIdOf(before)}`,
    isPartitioned: true,
    prepare: shortenAuditChains,
    why: 'A year, and the time to look back on it.',
  },
  {
    table: 'api_request',
    rows: 'requests to the API, from the end (UTC) of the day on which they arrived',
    keptHours: defaultRequestsKeptDays * day,
    setting: 'REQUESTS_KEPT_DAYS',
    where: (before) => sql`id < ${firstIdOf(before)}`,
    isPartitioned: true,
    why: 'The errors of a week can be looked into. An organization has the newest ones only, up to REQUESTS_PER_ORGANIZATION.',
  },
  {
    table: 'event_object',
    rows: 'how many events an object has had, from the last one on',
    keptHours: 400 * day,
    where: (before) => sql`changed_at < ${before}`,
    why: 'Its events are counted on for longer than any of them is kept or delivered.',
  },
  {
    table: 'message_status',
    rows: 'reports on messages that were sent, from their arrival on',
    keptHours: 30 * day,
    where: (before) => sql`received_at < ${before}`,
    why: 'The message has the latest status. Reports without a message are no longer needed.',
  },
  {
    table: 'connection_session',
    rows: 'secrets of a connection session (state, tokens that were not stored with an account), from its end on',
    keptHours: 1,
    where: (before) => sql`id < ${firstIdOf(before)} and expires_at < ${before}
      and (sealed is not null or state_hash is not null or selection_hash is not null)`,
    emptied: ['sealed', 'state_hash', 'selection_hash'],
    why: 'They can no longer be used.',
  },
  {
    table: 'connection_session',
    rows: 'connection sessions, from their end on',
    keptHours: 30 * day,
    where: (before) => sql`id < ${firstIdOf(before)} and expires_at < ${before}`,
    why: 'A client can still read how the session ended.',
  },
  {
    table: 'network_minute',
    rows: 'counts of calls to a network, from their minute on',
    keptHours: day,
    where: (before) => sql`minute < ${before}`,
    why: 'The status page shows the last minutes.',
  },
  {
    table: 'publish_hour',
    rows: 'counts of publishes by outcome, from their hour on',
    keptHours: 91 * day,
    where: (before) => sql`hour < ${before}`,
    why: 'The status page shows 90 days.',
  },
  {
    table: 'paused_limit',
    rows: 'pauses of limits that a network reported as reached, from their end on',
    keptHours: 1,
    where: (before) => sql`until < ${before}`,
    why: 'The limit no longer applies.',
  },
  {
    table: 'ad_report',
    rows: 'ids of ad reports that a social network prepares, from their start on',
    keptHours: day,
    where: (before) => sql`started_at < ${before}`,
    why: 'A report that was not read by then is started again.',
  },
  {
    table: 'rate',
    rows: "the latest calls under a social network's rate, from the last one on",
    keptHours: day,
    where: (before) => sql`taken_at[cardinality(taken_at)] < ${before}`,
    why: 'Rates count over a minute.',
  },
  {
    table: 'day_budget',
    rows: "units used of a social network's daily quota, from that day on",
    keptHours: 30 * day,
    where: (before) => sql`day < ${before}::date`,
    why: 'A month shows how quotas are used.',
  },
  {
    table: 'key_budget_use',
    rows: 'writes of a day that count against budgets of an API key, from that day on',
    keptHours: 30 * day,
    where: (before) => sql`day < ${before}::date`,
    why: 'A month shows how budgets are used.',
  },
  {
    table: 'external_write',
    rows: 'publishes that are `published` or `failed`, with their attempts, from their last change on',
    keptHours: 400 * day,
    where: (before) => sql`id < ${firstIdOf(before)} and updated_at < ${before}
      and wake_at is null and status in ('succeeded', 'failed') and kind = 'publish'`,
    why: 'More than a year, so that publishes can be compared with those of the previous year.',
  },
  {
    table: 'schedule',
    rows: 'schedules that are `published`, `failed` or `cancelled`, from their last change on',
    keptHours: 400 * day,
    where: (before) => sql`id < ${firstIdOf(before)} and updated_at < ${before}
      and status in ('published', 'failed', 'cancelled')`,
    why: 'As long as their publishes.',
  },
  {
    table: 'external_write',
    rows: 'other external writes (deletions, replies, messages) that succeeded or failed, from their last change on',
    keptHours: claimsKeptHours,
    where: (before) => sql`id < ${firstIdOf(before)} and updated_at < ${before}
      and wake_at is null and status in ('succeeded', 'failed') and kind <> 'publish'`,
    why: 'They contain user content. A client whose response was lost can look them up for a month.',
  },
  {
    table: 'comment_post',
    rows: 'copies of the comments on a post, from their last read on',
    keptHours: 30 * day,
    setting: 'COMMENTS_KEPT_DAYS',
    where: (before) => sql`read_at < ${before}`,
    // Each with up to 10,000 comments.
    atOnce: 50,
    why: 'They are no longer read; the next read copies them again.',
  },
  {
    table: 'comment',
    rows: 'copies of comments that were deleted, from then on',
    keptHours: 30 * day,
    where: (before) => sql`deleted_at < ${before}`,
    why: 'A repeated deletion is recognized for this time.',
  },
  {
    table: 'comment_change',
    rows: 'changes of comments that no copy contained, from the change on',
    keptHours: 1,
    where: (before) => sql`changed_at < ${before}`,
    why: 'Pages that were read before the change have arrived by then.',
  },
  {
    table: 'comment_push',
    rows: 'times of the latest pushed changes of comments, from their arrival on',
    keptHours: 3 * day,
    where: (before) => sql`pushed_at < ${before}`,
    why: 'A network repeats a push for up to 36 hours; one that is older than the latest changes nothing.',
  },
  {
    table: 'message_receipt',
    rows: "times up to which a user has received or read an account's messages, from their arrival on",
    keptHours: 30 * day,
    where: (before) => sql`received_at < ${before}`,
    why: 'Messages that arrive later than the report about them still get their status.',
  },
  {
    table: 'data_deletion',
    rows: 'data deletion requests of users, from their completion on',
    keptHours: 400 * day,
    where: (before) => sql`completed_at < ${before}`,
    why: 'The status page of a request is available for this time. It contains times and a number of accounts, but no user.',
  },
  {
    table: 'graphile_worker._private_jobs',
    rows: 'jobs of external writes that have ended, from their last attempt on',
    keptHours: 1,
    where: (before) =>
      sql`attempts >= max_attempts and locked_at is null and updated_at < ${before} and ${writeHasEnded}`,
    why: 'A job that was replaced while it ran stays behind if its worker crashes; another job has done its work.',
  },
  {
    table: 'graphile_worker._private_jobs',
    rows: 'jobs that have used up their attempts, from the last one on',
    keptHours: 7 * day,
    where: (before) => sql`attempts >= max_attempts and locked_at is null and updated_at < ${before}`,
    why: 'They can be inspected for a week. The rows they worked on are kept.',
  },
]
