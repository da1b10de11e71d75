import type { AuditEntry } from '@carillon/client'
import { Code } from '@mantine/core'
import { ObjectName } from '../../ui/object-name.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './activity.module.css'

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
    <div className={styles['entry']}>
      <div className={styles['line']}>
        <span className={styles['action']}>
          <Code>{action}</Code>
          <Outcome outcome={outcome} />
        </span>
        <Time at={at} />
      </div>
      <div className={styles['about']}>
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
          <TextLink to={`/requests?request=${encodeURIComponent(requestId)}`} inherit>
            Request
          </TextLink>
        )}
      </div>
    </div>
  )
}
