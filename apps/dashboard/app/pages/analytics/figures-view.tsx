import { DefinitionList } from '../../ui/definition-list.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { OutsideLink } from '../../ui/text-link.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './analytics.module.css'
import type { Figure } from './blocks.ts'
import { changeWords, figureWords } from './labels.ts'

export const notReported = 'Not reported'

/** A value as text in its unit; "Not reported" for null. */
function valueWords({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  if (value === null) return notReported
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? figureWords(value, unit) : value
}

/**
 * A value on the page: a number in its unit, a time as words, a link as "Open", any other text as others wrote it, up
 * to 4 lines; "Not reported" for null.
 */
export function FigureValue({ figure }: { figure: Pick<Figure, 'value' | 'unit'> }) {
  const { value, unit } = figure
  if (typeof value !== 'string') return <>{valueWords(figure)}</>
  if (unit === 'time') return <Time at={value} />
  if (unit === 'link' && /^https?:/.test(value))
    return (
      <OutsideLink href={value} inherit>
        Open
      </OutsideLink>
    )
  return (
    <Foreign inherit lineClamp={4}>
      {value}
    </Foreign>
  )
}

function TileValue({ figure }: { figure: Figure }) {
  const change = changeWords(figure)
  return (
    <>
      {valueWords(figure)}
      {change && <span className={styles['change']}>{change}</span>}
    </>
  )
}

export function FigureTiles({ figures }: { figures: readonly Figure[] }) {
  const tiles = figures.map((figure) => {
    const { label, value } = figure
    return { label, value: value === null ? null : <TileValue figure={figure} /> }
  })
  return <Tiles tiles={tiles} />
}

export function FactList({ figures }: { figures: readonly Figure[] }) {
  return <DefinitionList rows={figures.map((figure) => [figure.label, <FigureValue key="value" figure={figure} />])} />
}
