import type { Account } from '@carillon/client'
import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { errorWords } from '../../data/error-words.ts'
import type { Facts } from '../../data/facts.ts'
import { type Range, rangeRulesOf } from '../../data/ranges.ts'
import { accountOption } from '../../ui/account-name.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/section.tsx'
import { blocksOf } from './blocks.ts'
import { labelsOf, totalsOf } from './figures-by-account.ts'
import { figureWords } from './labels.ts'
import { type Report, reportQuery, reportsOf } from './use-report.ts'

/**
 * The report to read for an account in a comparison; the first that applies: the one with the same `id`, the first that
 * takes days, the first. Undefined if its network has none.
 */
function reportFor(facts: Facts, { platform }: Account, id: string): Report | undefined {
  const reports = reportsOf(facts, platform)
  const byDays = reports.find(({ cell }) => rangeRulesOf(cell) !== null)
  return reports.find((one) => one.id === id) ?? byDays ?? reports[0]
}

export interface AccountsViewProps {
  facts: Facts
  accounts: readonly Account[]
  report: Report
  range: Range | null
}

/**
 * The totals of several accounts, each as a column. An account whose network lacks `report` shows another of its
 * reports, and is left out if it has no other; `range` is ignored by reports that are not about days.
 */
export function AccountsView({ facts, accounts, report, range }: AccountsViewProps) {
  const chosen = accounts.flatMap((account) => {
    const own = reportFor(facts, account, report.id)
    return own ? [{ account, report: own, takesDays: rangeRulesOf(own.cell) !== null }] : []
  })
  const readings = useQueries({
    queries: chosen.map((one) =>
      reportQuery(one.account, one.report, { range: one.takesDays ? range : null, videoIds: [] }),
    ),
  })
  const totals = readings.map(({ data }, index) =>
    totalsOf(data ? blocksOf(data, chosen[index]?.report.title ?? '') : []),
  )
  if (readings.some(({ isPending }) => isPending)) {
    return <Skeleton height={160} radius="md" role="status" aria-label="Loading" />
  }
  const failed = readings.flatMap(({ error }, index) =>
    error && chosen[index] ? [`${accountOption(chosen[index].account).label}: ${errorWords(error).message}`] : [],
  )
  const columns = chosen.map(({ account }, index) => ({
    header: accountOption(account).label,
    align: 'right' as const,
    cell: (label: string) => {
      const total = totals[index]?.get(label)
      return total ? (
        figureWords(total.value, total.unit)
      ) : (
        <>
          <Text c="dimmed" inherit span aria-hidden>
            –
          </Text>
          <VisuallyHidden>Not reported</VisuallyHidden>
        </>
      )
    },
  }))
  return (
    <Section
      title="Accounts side by side"
      description="Totals as each social network reports them; – where it reports none."
    >
      <DataTable
        label="Accounts side by side"
        rows={labelsOf(totals)}
        keyOf={(label) => label}
        columns={[{ header: 'Figure', role: 'main', cell: (label) => label }, ...columns]}
      />
      {failed.map((words) => (
        <Text key={words} size="sm" c="var(--mantine-color-error)">
          {words}
        </Text>
      ))}
    </Section>
  )
}
