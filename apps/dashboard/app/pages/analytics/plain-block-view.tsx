import { Text } from '@mantine/core'
import { CsvButton } from '../../ui/csv-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { PlainBlock } from './blocks.ts'
import { FactList, FigureTiles, notReported } from './figures-view.tsx'
import { HoursView } from './hours-view.tsx'
import { SharesView } from './shares-view.tsx'

/** A panel with a part of a report: facts and totals, shares, values by hour, or that it was not reported. */
export function PlainBlockView({ block }: { block: PlainBlock }) {
  const { title } = block
  if (block.kind === 'shares') {
    const rows = block.shares.map(({ label, value }) => [label, value])
    return (
      <Panel title={title} aside={<CsvButton name={title} headers={[title, 'Value']} rows={rows} />}>
        <SharesView title={title} shares={block.shares} unit={block.unit} />
      </Panel>
    )
  }
  if (block.kind === 'hours') {
    const rows = block.values.map((value, hour) => [hour, value])
    return (
      <Panel title={title} aside={<CsvButton name={title} headers={['Hour', 'Value']} rows={rows} />}>
        <HoursView title={title} values={block.values} />
      </Panel>
    )
  }
  return (
    <Panel title={title}>
      {block.kind === 'figures' && block.facts.length > 0 && <FactList figures={block.facts} />}
      {block.kind === 'figures' && block.tiles.length > 0 && <FigureTiles figures={block.tiles} />}
      {block.kind === 'missing' && (
        <Text size="sm" c="dimmed">
          {notReported}
        </Text>
      )}
    </Panel>
  )
}
