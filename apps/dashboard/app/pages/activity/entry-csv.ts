import type { AuditEntry } from '@carillon/client'
import type { CsvValue } from '../../data/csv.ts'

/** The columns of the audit log as CSV, as `GET /audit-log?format=csv` has them. */
export const csvHeaders = [
  'id',
  'at',
  'action',
  'actorType',
  'actorId',
  'actorName',
  'profileId',
  'targets',
  'requestId',
  'ip',
  'userAgent',
  'status',
  'code',
] as const

export function csvRow({ actor, targets, outcome, ...entry }: AuditEntry): readonly CsvValue[] {
  const named = targets.map(({ type, id }) => `${type}:${id}`).join(' ')
  return [
    ...[entry.id, entry.at, entry.action, actor.type, actor.id, actor.name],
    ...[entry.profileId, named, entry.requestId, entry.ip, entry.userAgent, outcome.status, outcome.code],
  ]
}
