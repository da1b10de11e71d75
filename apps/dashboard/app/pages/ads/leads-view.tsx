import { Group, Select, Stack, Text } from '@mantine/core'
import { CsvButton } from '../../ui/csv-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Time } from '../../ui/time.tsx'
import { AdsProblem } from './ads-problem.tsx'
import { answerOf, type Lead, leadsTable, questionsOf } from './leads.ts'
import { type Advertiser, useLeads } from './use-ads.ts'
import { wordsOf } from './words.ts'

/** The number of questions that the table shows as columns; the CSV file contains all. */
const questionsShown = 4

/** The leads of one form of the Page or of all, newest first, in pages of 100, with a CSV file of the loaded ones. */
export function LeadsView({ account }: { account: Advertiser }) {
  const [formId, setFormId] = useQueryParam('form')
  const list = useLeads(account, formId)
  const pages = list.data?.pages ?? []
  const forms = pages[0]?.forms ?? []
  const leads = pages.flatMap((page) => page.leads)
  const table = leadsTable(leads, new Map(forms.map(({ id, name }) => [id, name])))
  const count = leads.length === 1 ? '1 lead' : `${leads.length} leads`
  if (list.error && pages.length === 0) {
    return <AdsProblem error={list.error} accountId={account.accountId} onRetry={() => list.refetch()} />
  }
  const columns: Column<Lead>[] = [
    ...questionsOf(leads)
      .slice(0, questionsShown)
      .map(
        (question, index): Column<Lead> => ({
          header: wordsOf(question),
          ...(index === 0 && { role: 'main' as const }),
          cell: (lead) => <Foreign inherit>{answerOf(lead, question) ?? ''}</Foreign>,
        }),
      ),
    {
      header: 'From',
      cell: ({ isOrganic, campaignName, adName }) => (
        <Foreign inherit>{isOrganic ? 'Organic' : (campaignName ?? adName ?? 'An ad')}</Foreign>
      ),
    },
    { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Select
          label="Form"
          data={[{ value: '', label: 'All forms' }, ...forms.map(({ id, name }) => ({ value: id, label: name ?? id }))]}
          value={formId ?? ''}
          onChange={setFormId}
          allowDeselect={false}
          w={{ base: '100%', sm: 260 }}
        />
        {leads.length > 0 && <CsvButton name={count} headers={table.headers} rows={table.rows} />}
      </Group>
      <ListStates
        list={list}
        isEmpty={leads.length === 0}
        empty={<EmptyState title="No leads">Leads that users submit with a form of the Page appear here.</EmptyState>}
        end="Those are all leads."
      >
        <DataTable label="Leads" columns={columns} rows={leads} keyOf={({ id }) => id} />
      </ListStates>
      <Text size="xs" c="dimmed">
        The social network keeps leads for 90 days. A file has the leads that are shown.
      </Text>
    </Stack>
  )
}
