import type { RequestRecord } from '@carillon/client'
import { Code } from '@mantine/core'
import { useState } from 'react'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ObjectName } from '../../ui/object-name.tsx'
import record from '../../ui/record.module.css'
import { RowButton } from '../../ui/row-button.tsx'
import { type Runbook, RunbookLink } from '../../ui/runbook-link.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { requestPath } from './request-path.ts'
import styles from './requests.module.css'

function colorOf(status: number | null): StatusColor {
  if (status === null) return 'gray'
  if (status < 400) return 'green'
  return status < 500 ? 'orange' : 'red'
}

/** The runbook of the operator, keyed by the code of an error that is not the client's. */
const runbooks: Readonly<Record<string, Runbook>> = {
  internal_error: 'internal-errors',
  database_error: 'storage-failing',
}

function Details({ request }: { request: RequestRecord }) {
  const { operation, requestId, key, source, ip, profileId, publishId } = request
  return (
    <DefinitionList
      rows={[
        ['Request id', <Code key="request">{requestId}</Code>],
        ['Operation', operation === null ? 'None at this path' : <Code key="operation">{operation}</Code>],
        [
          'API key',
          <TextLink key="key" to={`/keys/${key.id}`} inherit>
            <bdi>{key.name ?? key.id}</bdi>
          </TextLink>,
        ],
        ['Sent by', source === 'dashboard' ? 'The dashboard' : 'A client'],
        ['IP address', ip ?? 'Unknown'],
        ...(publishId
          ? [['Publish', <ObjectName key="publish" type="publish" id={publishId} profileId={profileId} />] as const]
          : []),
        [
          'Activity',
          <TextLink key="activity" to={`/activity?actor=${key.id}`} inherit>
            What this key has changed
          </TextLink>,
        ],
      ]}
    />
  )
}

/** An API request with its status and duration; a button shows its ids, key and IP address. */
export function RequestItem({ request }: { request: RequestRecord }) {
  const [isOpen, setOpen] = useState(false)
  const runbook = runbooks[request.code ?? '']
  const { method, at, status, code, problem, durationMs, key, publishId, profileId } = request
  return (
    <div className={record['record']}>
      <div className={record['line']}>
        <div className={record['words']}>
          <StatusBadge color={colorOf(status)}>{status === null ? 'Disconnected' : `${status}`}</StatusBadge>
          <Code>
            {method} {requestPath(request)}
          </Code>
        </div>
        <RowButton icon="eye" onClick={() => setOpen((open) => !open)} aria-expanded={isOpen}>
          Details
        </RowButton>
      </div>
      <div className={record['about']}>
        <Time at={at} />
        <span>{durationMs.toLocaleString('en')} ms</span>
        <bdi>{key.name ?? 'Unnamed key'}</bdi>
        {code && <Code>{code}</Code>}
        {runbook && <RunbookLink of={runbook} />}
        {publishId && <ObjectName type="publish" id={publishId} profileId={profileId} />}
      </div>
      {problem && <div className={styles['problem']}>{problem}</div>}
      {isOpen && <Details request={request} />}
    </div>
  )
}
