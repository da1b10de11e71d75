import { Button } from '@mantine/core'
import { useState } from 'react'
import styles from './analytics.module.css'
import type { Share } from './blocks.ts'
import { figureWords, type Unit } from './labels.ts'

const shownAtFirst = 10

/** Shares as a table of bars, relative to the largest, each with its value; the first 10, the others on request. */
export function SharesView({
  title,
  shares,
  unit,
}: {
  title: string
  shares: readonly Share[]
  unit: Unit | undefined
}) {
  const [isWhole, setWhole] = useState(false)
  const largest = Math.max(...shares.map(({ value }) => value))
  const shown = isWhole ? shares : shares.slice(0, shownAtFirst)
  return (
    <>
      <table className={styles['shares']} aria-label={title}>
        <tbody>
          {shown.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row" dir="auto">
                {label}
              </th>
              <td>
                <div className={styles['bar']} style={{ width: `${largest > 0 ? (value / largest) * 100 : 0}%` }} />
              </td>
              <td>{figureWords(value, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shares.length > shownAtFirst && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setWhole(!isWhole)}
          aria-expanded={isWhole}
        >
          {isWhole ? 'Show fewer' : `Show all ${shares.length}`}
        </Button>
      )}
    </>
  )
}
