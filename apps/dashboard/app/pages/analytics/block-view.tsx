import type { Range } from '../../data/ranges.ts'
import type { Block } from './blocks.ts'
import { DaysView } from './days-view.tsx'
import { PlainBlockView } from './plain-block-view.tsx'
import { TableView } from './table-view.tsx'

/** A part of a report, as its shape demands. */
export function BlockView({ block, range }: { block: Block; range: Range | null }) {
  if (block.kind === 'days') return <DaysView block={block} range={range} />
  if (block.kind === 'table') return <TableView title={block.title} rows={block.rows} />
  return <PlainBlockView block={block} />
}
