import type { Range } from '../../data/ranges.ts'
import type { Block } from './blocks.ts'
import { DaysView } from './days-view.tsx'
import { PlainBlockView } from './plain-block-view.tsx'
import { TableView } from './table-view.tsx'

/** Shows a part of a report in the form for its kind. `range` is null for the default days. */
export function BlockView({
  block,
  range,
  before,
}: {
  block: Block
  range: Range | null
  /** The blocks of the same report for the days before `range`, for comparison; empty without one. */
  before: readonly Block[]
}) {
  if (block.kind === 'days') {
    const same = before.find(({ kind, title }) => kind === 'days' && title === block.title)
    return <DaysView block={block} range={range} before={same?.kind === 'days' ? same.rows : null} />
  }
  if (block.kind === 'table') return <TableView title={block.title} rows={block.rows} />
  return <PlainBlockView block={block} />
}
