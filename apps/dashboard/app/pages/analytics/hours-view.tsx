import { VisuallyHidden } from '@mantine/core'
import styles from './analytics.module.css'
import { figureWords } from './labels.ts'

const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`
/** The number of hours from one label below the columns to the next. */
const step = 6

/**
 * The 24 hours of a day as a histogram; `values` begins at 00:00, null where nothing was reported. Includes a table for
 * screen readers.
 */
export function HoursView({ title, values }: { title: string; values: readonly (number | null)[] }) {
  const largest = Math.max(1, ...values.map((value) => value ?? 0))
  const words = (value: number | null) => (value === null ? 'Not reported' : figureWords(value, undefined))
  const peak = values.indexOf(largest)
  const rows = values.map((value, hour) => ({ hour: hourWords(hour), value }))
  return (
    <>
      <div className={styles['hours']} aria-hidden="true">
        {rows.map(({ hour, value }, index) => (
          <div key={hour} className={styles['hour']} title={`${hour}: ${words(value)}`}>
            <span className={styles['column']} style={{ height: `${((value ?? 0) / largest) * 100}%` }} />
            <span className={styles['tick']}>{index % step === 0 ? hour : ''}</span>
          </div>
        ))}
      </div>
      {peak >= 0 && (
        <p className={styles['peak']}>
          Most at {hourWords(peak)}: {words(largest)}
        </p>
      )}
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <tbody>
            {rows.map(({ hour, value }) => (
              <tr key={hour}>
                <th scope="row">{hour}</th>
                <td>{words(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
