import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { amountWords, lastMonths, monthWords, usageQuery } from '../../data/usage.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'

function operationWords(operations: readonly { count: number }[]): string {
  const count = operations.reduce((sum, one) => sum + one.count, 0)
  return count === 0 ? 'without a charged operation' : `in ${count} charged ${count === 1 ? 'operation' : 'operations'}`
}

/** The charges of X in the current month (UTC) so far. */
export function Spend() {
  const [month = ''] = lastMonths(Date.now(), 1)
  const { data, error, refetch } = useQuery(usageQuery(month))
  return (
    <Panel
      title="Spend on X"
      aside={
        <TextLink to="/usage" size="sm">
          Usage
        </TextLink>
      }
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => refetch()} /> : null}
      {!data && !error && <Skeleton height={56} />}
      {data && (
        <div>
          <Text fz={28} fw={600} lh={1.2}>
            {amountWords(data.total)}
          </Text>
          <Text size="sm" c="dimmed">
            in {monthWords(month)} so far, {operationWords(data.operations)}
          </Text>
        </div>
      )}
    </Panel>
  )
}
