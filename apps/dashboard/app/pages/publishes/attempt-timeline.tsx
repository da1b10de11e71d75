import type { PublishAttempt as Attempt, PublishWithAttempts } from '@carillon/client'
import { Code, Text, Timeline } from '@mantine/core'
import { isActive } from '../../data/publish-status.ts'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { Time } from '../../ui/time.tsx'
import { durationWords, outcomeWords, stepWords } from './status.ts'

function millisecondsOf({ startedAt, endedAt }: Attempt): number | null {
  return endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt)
}

function AttemptWords({ attempt }: { attempt: Attempt }) {
  const { outcome, errorCode, startedAt } = attempt
  const ms = millisecondsOf(attempt)
  return (
    <Text size="sm" c="dimmed" component="div">
      {outcome === null ? 'In progress.' : outcomeWords[outcome]} {errorCode && <Code>{errorCode}</Code>}{' '}
      <Time at={startedAt} />
      {ms !== null && ms >= 0 && `, took ${durationWords(ms)}`}
    </Text>
  )
}

/**
 * The history of a publish, step by step: the request, each attempt in the order in which they began, and its status
 * now.
 */
export function AttemptTimeline({ publish }: { publish: PublishWithAttempts }) {
  const { createdAt, updatedAt, status, attempts } = publish
  return (
    <Timeline
      bulletSize={14}
      lineWidth={2}
      active={attempts.length + 1}
      styles={{ itemTitle: { fontSize: 'var(--mantine-font-size-sm)' } }}
    >
      <Timeline.Item title="Requested">
        <Text size="sm" c="dimmed" component="div">
          The post was checked and stored. <Time at={createdAt} />
        </Text>
      </Timeline.Item>
      {attempts.map((attempt) => (
        <Timeline.Item key={`${attempt.startedAt} ${attempt.step}`} title={stepWords(attempt.step)}>
          <AttemptWords attempt={attempt} />
        </Timeline.Item>
      ))}
      <Timeline.Item title={publishStatuses[status].label} lineVariant={isActive(publish) ? 'dashed' : 'solid'}>
        <Text size="sm" c="dimmed" component="div">
          {publishStatuses[status].meaning} <Time at={updatedAt} />
        </Text>
      </Timeline.Item>
    </Timeline>
  )
}
