import type { Account } from '@carillon/client'
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Range } from '../../data/ranges.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { networks } from '../../ui/networks.ts'
import { Time } from '../../ui/time.tsx'
import { BlockView } from './block-view.tsx'
import { type Block, blocksOf } from './blocks.ts'
import { UnavailableNotice } from './unavailable-notice.tsx'
import { type Report, useReport } from './use-report.ts'

/** Whether two such blocks fit beside each other. */
const isNarrow = ({ kind }: Block) => kind === 'shares' || kind === 'missing'

/** Whether the block contains only facts, such as the name of the account, and no numbers. */
const isAbout = (block: Block) => block.kind === 'figures' && block.tiles.length === 0

export interface ReportViewProps {
  account: Account
  report: Report
  range: Range | null
  /** The range of the same length before, to compare with; null for no comparison. */
  before: Range | null
  /** The ids of the videos to report; empty for the default ones, and for reports that take no ids. */
  videoIds: readonly string[]
}

/**
 * One report of an account, read from the network. `range` is null for its default days, and for reports that take
 * none.
 */
export function ReportView({ account, report, range, before, videoIds }: ReportViewProps) {
  const reading = useReport(account, report, { range, videoIds })
  const earlier = useReport(account, report, { range: before, videoIds, isWanted: before !== null })
  const compared = before && earlier.data ? blocksOf(earlier.data, report.title) : []
  const { data } = reading
  const reason = data?.['insightsUnavailable']
  // Insights that are missing for a reason are not listed as figures that were not reported.
  const { insights, ...others } = data ?? {}
  const blocks = data ? blocksOf(insights === null ? others : data, report.title) : []
  const wide = blocks.filter((block) => !isNarrow(block) && !isAbout(block))
  const fetchedAt = data?.['fetchedAt']
  const show = (block: Block) => (
    <BlockView key={`${block.kind} ${block.title}`} block={block} range={range} before={compared} />
  )
  return (
    <ListStates
      list={reading}
      isEmpty={blocks.length === 0}
      empty={<EmptyState title="Nothing was reported">The social network has no figures for this account.</EmptyState>}
      rowHeight={96}
    >
      <Stack gap="lg" aria-busy={reading.isFetching}>
        {typeof reason === 'string' && <UnavailableNotice reason={reason} accountId={account.accountId} />}
        {wide.map(show)}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg">
          {blocks.filter(isNarrow).map(show)}
        </SimpleGrid>
        {blocks.filter(isAbout).map(show)}
        <Group justify="space-between">
          <Text size="xs" c="dimmed" component="div">
            {typeof fetchedAt === 'string' && (
              <>
                Read from {networks[account.platform].name} <Time at={fetchedAt} />
              </>
            )}
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="refresh" size={14} />}
            loading={reading.isFetching}
            onClick={() => reading.refetch()}
          >
            Refresh
          </Button>
        </Group>
      </Stack>
    </ListStates>
  )
}
