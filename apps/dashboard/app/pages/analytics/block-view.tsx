import { Text } from '@mantine/core'
import type { Range } from '../../data/ranges.ts'
import { CsvButton } from '../../ui/csv-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Block } from './blocks.ts'
import { DaysView } from './days-view.tsx'
import { FactList, notReported, Tiles } from './figures-view.tsx'
import { SharesView } from './shares-view.tsx'
import { TableView } from './table-view.tsx'

/** A part of a report, as its shape demands. */
export function BlockView({ block, range }: { block: Block; range: Range | null }) {
  const { title } = block
  if (block.kind === 'days') return <DaysView block={block} range={range} />
  if (block.kind === 'table') return <TableView title={title} rows={block.rows} />
  if (block.kind === 'shares') {
    const rows = block.shares.map(({ label, value }) => [label, value])
    return (
      <Panel title={title} aside={<CsvButton name={title} headers={[title, 'Value']} rows={rows} />}>
        <SharesView title={title} shares={block.shares} unit={block.unit} />
      </Panel>
    )
  }
  return (
    <Panel title={title}>
      {block.kind === 'tiles' && <Tiles figures={block.figures} />}
      {block.kind === 'facts' && <FactList figures={block.figures} />}
      {block.kind === 'missing' && (
        <Text size="sm" c="dimmed">
          {notReported}
        </Text>
      )}
    </Panel>
  )
}
