import type { Quota } from '@carillon/client'
import { Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { quotasQuery } from '../../data/deployment.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { networks } from '../../ui/networks.ts'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

/** The used share of a quota from which it is highlighted. */
const muchShare = 0.8

function colorOf({ isExhausted }: Quota, share: number): string {
  if (isExhausted) return 'red.7'
  return share >= muchShare ? 'orange.7' : 'gray.6'
}

function Gauge({ quota, isResetShown }: { quota: Quota; isResetShown: boolean }) {
  const { title, platform, used, limit, isExhausted, resetsAt } = quota
  const share = isExhausted ? 1 : Math.min(1, used / limit)
  const name = `${networks[platform].name}: ${title}`
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{name}</Text>
        <Text size="sm" c={isExhausted ? 'var(--mantine-color-error)' : 'dimmed'}>
          {isExhausted ? 'Used up' : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`}
        </Text>
      </Group>
      <Progress.Root size={6}>
        <Progress.Section value={share * 100} color={colorOf(quota, share)} aria-label={name} />
      </Progress.Root>
      {isResetShown && (
        <Text size="xs" c="dimmed" mt={4} component="div">
          Resets <Time at={resetsAt} />
        </Text>
      )}
    </div>
  )
}

/** Today's usage of the networks' daily quotas; nothing if no network has any. */
export function Quotas() {
  const { data, error, refetch } = useQuery(quotasQuery)
  if (data?.length === 0) return null
  const resets = [...new Set(data?.map(({ resetsAt }) => resetsAt))]
  const [reset] = resets
  return (
    <Panel title="Quotas today">
      {error && !data ? <ErrorNotice error={error} onRetry={() => refetch()} /> : null}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <Stack gap="md">
          {data.map((quota) => (
            <Gauge key={quota.name} quota={quota} isResetShown={resets.length > 1} />
          ))}
          <Text size="xs" c="dimmed" component="div">
            {resets.length === 1 && reset && (
              <>
                Reset <Time at={reset} />.{' '}
              </>
            )}
            All organizations of this deployment share these quotas.
          </Text>
        </Stack>
      )}
    </Panel>
  )
}
