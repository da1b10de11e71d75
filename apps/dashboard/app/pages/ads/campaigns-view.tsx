import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { daysIn } from '../../data/days.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Time } from '../../ui/time.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import styles from './ads.module.css'
import { AdsProblem } from './ads-problem.tsx'
import { figuresByCampaign, figuresWords } from './campaign-figures.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'
import { moneyWords } from './money.ts'
import { PromoteDialog } from './promote-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { type Line, linesOf } from './tree.ts'
import { TreeLine } from './tree-line.tsx'
import { type AdAccount, type Advertiser, useCampaignInsights, useTree } from './use-ads.ts'

const states = [
  { value: '', label: 'All current ones' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'with_issues', label: 'With issues' },
  { value: 'archived', label: 'Archived' },
]

type Asked = { what: 'promote' } | { what: 'switch' | 'archive' | 'delete'; line: Line } | null

const keyOf = ({ id }: Line) => id
const heights = { narrow: 100, wide: 72 }

/**
 * The campaigns of an ad account as a tree with their ad sets and ads, with the actions to promote, switch, archive and
 * delete.
 */
export function CampaignsView({ account, adAccount }: { account: Advertiser; adAccount: AdAccount }) {
  const [state, setState] = useQueryParam('state')
  const tree = useTree(account, adAccount.id, state)
  const insights = useCampaignInsights(account, adAccount.id).data
  const figures = useMemo(() => insights && figuresByCampaign(insights.rows, adAccount.currency), [insights, adAccount])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [asked, ask] = useState<Asked>(null)
  const money = (minor: number) => moneyWords(minor, adAccount.currency)
  const close = () => ask(null)
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const lines = useMemo(() => linesOf(tree.data?.campaigns ?? [], open), [tree.data, open])
  if (tree.error && !tree.data) {
    return <AdsProblem error={tree.error} accountId={account.accountId} onRetry={() => tree.refetch()} />
  }
  const place = { account, adAccountId: adAccount.id }
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Select
          label="Campaigns"
          data={states}
          value={state ?? ''}
          onChange={setState}
          allowDeselect={false}
          w={{ base: '100%', sm: 200 }}
        />
        <Group gap="xs">
          <Button variant="default" onClick={() => tree.refetch()} loading={tree.isFetching}>
            Refresh
          </Button>
          <Allowed scope="ads:write">
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => ask({ what: 'promote' })}>
              Promote posts
            </Button>
          </Allowed>
        </Group>
      </Group>
      {tree.data?.complete === false && (
        <Alert color="yellow" variant="light" title="Not everything is shown" icon={<Icon name="alert" />}>
          Reading all campaigns took too long. Choose campaigns in one state above to read fewer.
        </Alert>
      )}
      <ListStates
        list={tree}
        isEmpty={lines.length === 0}
        empty={<EmptyState title="No campaigns">Promote a post to create a campaign.</EmptyState>}
      >
        <div className={styles['tree']}>
          <VirtualList
            label="Campaigns, ad sets and ads"
            items={lines}
            keyOf={keyOf}
            heights={heights}
            renderItem={(line) => (
              <TreeLine
                line={line}
                isOpen={open.has(line.id)}
                money={money}
                results={
                  insights && figures && line.kind === 'campaign'
                    ? figuresWords(figures.get(line.id), { days: daysIn(insights.startDate, insights.endDate), money })
                    : null
                }
                onToggle={() => toggle(line.id)}
                onSwitch={() => ask({ what: 'switch', line })}
                onArchive={() => ask({ what: 'archive', line })}
                onDelete={() => ask({ what: 'delete', line })}
              />
            )}
          />
        </div>
      </ListStates>
      {tree.data && (
        <Text size="xs" c="dimmed" component="div">
          Read <Time at={tree.data.fetchedAt} />
        </Text>
      )}
      {asked?.what === 'promote' && <PromoteDialog account={account} adAccount={adAccount} onClose={close} />}
      {asked?.what === 'delete' && <DeleteCampaignDialog {...place} line={asked.line} onClose={close} />}
      {(asked?.what === 'switch' || asked?.what === 'archive') && (
        <StatusDialog
          {...place}
          line={asked.line}
          to={asked.what === 'archive' ? 'archived' : asked.line.status === 'active' ? 'paused' : 'active'}
          money={money}
          isComplete={tree.data?.complete === true}
          onClose={close}
        />
      )}
    </Stack>
  )
}
