import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '../../data/queries.ts'
import { amountFormat, lastMonths, monthWords, operationName, usageQuery } from '../../data/usage.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Section } from '../../ui/section.tsx'
import { DailyChart } from './daily-chart.tsx'

const monthsBack = 12

export default function UsagePage() {
  const months = lastMonths(Date.now(), monthsBack)
  const [chosen, choose] = useQueryParam('month')
  const month = months.find((one) => one === chosen) ?? months[0] ?? ''
  const usage = useQuery(usageQuery(month))
  const { data: profiles = [] } = useQuery(profilesQuery)
  const { total = '0', operations = [], profiles: shares = [], daily = [] } = usage.data ?? {}
  const amountWords = amountFormat([
    total,
    ...operations.flatMap(({ unitPrice, amount }) => [unitPrice, amount]),
    ...[...shares, ...daily].map(({ amount }) => amount),
  ])
  const nameOf = (id: string) =>
    profiles.find((profile) => profile.id === id)?.name ?? (profiles.length === 0 ? id : `Deleted profile ${id}`)
  return (
    <Page
      title="Usage"
      description="What X charges for calls of this organization, from Carillon's own ledger, by UTC days."
      actions={
        <Select
          aria-label="Month"
          data={months.map((value) => ({ value, label: monthWords(value) }))}
          value={month}
          onChange={choose}
          allowDeselect={false}
          w={180}
        />
      }
    >
      <ListStates
        list={usage}
        isEmpty={!usage.data?.operations.length}
        empty={
          <EmptyState title="No charges in this month">
            Posts on X and reads of it are charged; they are listed here by operation, profile and day.
          </EmptyState>
        }
      >
        {usage.data && (
          <Stack gap="lg">
            <Panel title={`Charges in ${monthWords(month)}`}>
              <Text fz={32} fw={600} lh={1.2}>
                {amountWords(usage.data.total)}
              </Text>
              <DailyChart daily={usage.data.daily} from={usage.data.from} to={usage.data.to} format={amountWords} />
            </Panel>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Section title="By operation">
                <DataTable
                  label="By operation"
                  rows={usage.data.operations}
                  keyOf={({ operation, unitPrice }) => `${operation} ${unitPrice}`}
                  columns={[
                    { header: 'Operation', role: 'main', cell: ({ operation }) => operationName(operation) },
                    { header: 'Count', align: 'right', cell: ({ count }) => count.toLocaleString('en') },
                    { header: 'Each', align: 'right', cell: ({ unitPrice }) => amountWords(unitPrice) },
                    { header: 'Amount', align: 'right', cell: ({ amount }) => amountWords(amount) },
                  ]}
                />
              </Section>
              <Section title="By profile">
                <DataTable
                  label="By profile"
                  rows={usage.data.profiles}
                  keyOf={({ profileId }) => profileId}
                  columns={[
                    {
                      header: 'Profile',
                      role: 'main',
                      cell: ({ profileId }) => <Foreign inherit>{nameOf(profileId)}</Foreign>,
                    },
                    { header: 'Amount', align: 'right', cell: ({ amount }) => amountWords(amount) },
                  ]}
                />
              </Section>
            </SimpleGrid>
          </Stack>
        )}
      </ListStates>
    </Page>
  )
}
