import { Stack, Text } from '@mantine/core'
import { everyDay } from '../../data/days.ts'
import { spendRules, today } from '../../data/ranges.ts'
import { CsvButton } from '../../ui/csv-button.tsx'
import { DailyLine } from '../../ui/daily-line.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RangePicker } from '../../ui/range-picker.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { useRange } from '../../ui/use-range.ts'
import { AdsProblem } from './ads-problem.tsx'
import { decimalWords, moneyWords, sumOfDecimals } from './money.ts'
import { type AdAccount, type Advertiser, useSpend } from './use-ads.ts'

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** The spend of an ad account, by day in its own time zone. */
export function SpendView({ account, adAccount }: { account: Advertiser; adAccount: AdAccount }) {
  const day = today(Date.now(), adAccount.timezone)
  const rules = spendRules(day)
  const [range, setRange] = useRange(rules, day)
  const reading = useSpend(account, adAccount.id, range)
  const { data } = reading
  const rows = data?.rows ?? []
  const { currency } = adAccount
  const spent = sumOfDecimals(
    rows.map(({ spend }) => spend),
    currency,
  )
  if (reading.error && !data) {
    return <AdsProblem error={reading.error} accountId={account.accountId} onRetry={() => reading.refetch()} />
  }
  return (
    <Stack gap="md">
      <RangePicker rules={rules} day={day} range={range} onChange={setRange} />
      <ListStates list={reading} isEmpty={!data} empty={null} rowHeight={96}>
        {data && (
          <Panel
            title="Spend by day"
            aside={
              <CsvButton
                name="Spend by day"
                headers={['Date', `Spend in ${currency}`, 'Impressions', 'Clicks', 'Link clicks']}
                rows={rows.map((row) => [row.date, row.spend, row.impressions, row.clicks, row.linkClicks])}
              />
            }
          >
            <Tiles
              tiles={[
                { label: 'Spent in these days', value: moneyWords(spent, currency) },
                { label: 'Impressions', value: sum(rows.map(({ impressions }) => impressions)).toLocaleString('en') },
                { label: 'Clicks', value: sum(rows.map(({ clicks }) => clicks)).toLocaleString('en') },
              ]}
            />
            <DailyLine
              label="Spend"
              days={everyDay(rows, data).map(({ date, row }) => ({
                date,
                value: row?.spend ? Number(row.spend) : null,
              }))}
              format={(value) => decimalWords(String(value), currency)}
            />
            <Text size="xs" c="dimmed">
              Days without delivery are gaps. Days are those of the ad account
              {data.timezone && `, in the time zone ${data.timezone}`}.
            </Text>
          </Panel>
        )}
      </ListStates>
    </Stack>
  )
}
