import type { AuditEntry } from '@carillon/client'
import { Code } from '@mantine/core'
import { ObjectName } from '../../ui/object-name.tsx'
import record from '../../ui/record.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

const actors: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  key: 'API key',
  session: 'Dashboard',
  operator: 'Operator',
  system: 'Carillon',
}

function Outcome({ outcome: { status, code } }: Pick<AuditEntry, 'outcome'>) {
  if (status === null) return null
  return <StatusBadge color={status < 400 ? 'green' : 'red'}>{code ?? `HTTP ${status}`}</StatusBadge>
}

/** An entry of the audit log, with links to what it is about and to its request. */
export function EntryItem({ entry }: { entry: AuditEntry }) {
  const { action, at, actor, targets, profileId, requestId, ip, outcome } = entry
  return (
    <div className={record['record']}>
      <div className={record['line']}>
        <span className={record['words']}>
          <Code>{action}</Code>
          <Outcome outcome={outcome} />
        </span>
        <span className={record['about']}>
          <Time at={at} />
        </span>
      </div>
      <div className={record['about']}>
        <span>
          {actors[actor.type]}
          {actor.name && (
            <>
              {' '}
              <bdi>{actor.name}</bdi>
            </>
          )}
          {ip && ` from ${ip}`}
        </span>
        {targets.map((target) => (
          <ObjectName key={`${target.type} ${target.id}`} {...target} profileId={profileId} />
        ))}
        {requestId && (
          <TextLink to={`/requests?request=${encodeURIComponent(requestId)}`} inherit underline="always">
            Request
          </TextLink>
        )}
      </div>
    </div>
  )
}
