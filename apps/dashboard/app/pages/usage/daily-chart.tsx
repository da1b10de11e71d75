import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { VisuallyHidden } from '@mantine/core'
import { axisTicks } from '../../ui/axis-ticks.ts'
import { everyDay } from './every-day.ts'

export interface DailyChartProps {
  daily: readonly { date: string; amount: string }[]
  from: string
  to: string
  format(amount: string): string
}

/**
 * The charges of each day from `from` to `to` (YYYY-MM-DD, both included) as bars; also as a table for screen readers.
 * Amounts are decimal strings; a day that is absent in `daily` has 0.
 */
export function DailyChart({ daily, from, to, format }: DailyChartProps) {
  const days = everyDay(daily, from, to)
  const ticks = axisTicks(Math.max(0, ...days.map(({ amount }) => Number(amount))))
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={200}
          data={days.map(({ date, amount }) => ({ day: String(Number(date.slice(8))), Amount: Number(amount) }))}
          dataKey="day"
          series={[{ name: 'Amount', color: 'bronze.6' }]}
          valueFormatter={(value) => format(String(value))}
          tickLine="none"
          barProps={{ radius: 3, isAnimationActive: false }}
          // The topmost value stays beside its line.
          barChartProps={{ accessibilityLayer: false, margin: { top: 12 } }}
          // Each day that is named is as many days after the one before.
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          yAxisProps={{ width: 72, ticks, domain: [0, ticks.at(-1) ?? 0] }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>Charges by day</caption>
          <tbody>
            {days.map(({ date, amount }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{format(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
