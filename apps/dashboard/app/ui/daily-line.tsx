import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { VisuallyHidden } from '@mantine/core'
import { shortDay } from '../data/days.ts'

export interface DailyLineProps {
  label: string
  /** A value for each day (YYYY-MM-DD), in order and without missing days; null where none was reported. */
  days: readonly { date: string; value: number | null }[]
  format(value: number): string
}

/**
 * A figure by day as a line, named `label`; `format` makes a value text. A null value is a gap, not zero. Includes a
 * table for screen readers.
 */
export function DailyLine({ label, days, format }: DailyLineProps) {
  return (
    <>
      <div aria-hidden="true">
        <LineChart
          h={220}
          data={days.map(({ date, value }) => ({ date: shortDay(date), [label]: value }))}
          dataKey="date"
          series={[{ name: label, color: 'bronze.6' }]}
          valueFormatter={format}
          curveType="linear"
          connectNulls={false}
          tickLine="none"
          dotProps={{ r: days.length > 60 ? 1 : 2.5 }}
          lineProps={{ isAnimationActive: false }}
          // The topmost value stays beside its line.
          lineChartProps={{ accessibilityLayer: false, margin: { top: 12 } }}
          yAxisProps={{ width: 72 }}
          // Each tick is as many days after the one before.
          xAxisProps={{ minTickGap: 32, interval: 'equidistantPreserveStart' }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label} by day</caption>
          <tbody>
            {days.map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{value === null ? 'Not reported' : format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
