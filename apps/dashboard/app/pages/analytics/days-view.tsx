import { Group, Select, Stack, Text } from '@mantine/core'
import { shortDay } from '../../data/days.ts'
import type { Range } from '../../data/ranges.ts'
import { CsvButton } from '../../ui/csv-button.tsx'
import { DailyLine } from '../../ui/daily-line.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { type Block, blockOfList, isPlain } from './blocks.ts'
import { namesOf, newestList, spanOf, sumOf, valuesOf } from './daily.ts'
import { FigureTiles } from './figures-view.tsx'
import { figureWords, labelOf, unitOf } from './labels.ts'
import { PlainBlockView } from './plain-block-view.tsx'

type Days = Extract<Block, { kind: 'days' }>

/**
 * Figures by day: the sums of those that may be added up, the chosen one as a line, and all of them as a CSV file;
 * below, the newest of each list, such as the activity by hour. `range` is null for the default days.
 */
export function DaysView({
  block: { title, rows },
  range,
  before,
}: {
  block: Days
  range: Range | null
  /** The rows of the range of the same length before; null if nothing is compared. */
  before: Days['rows'] | null
}) {
  const [chosen, choose] = useQueryParam('figure')
  const { reported, missing } = namesOf(rows)
  const name = reported.find((one) => one === chosen) ?? reported[0]
  const sums = reported.flatMap((one) => {
    const value = sumOf(rows, one)
    return value === null
      ? []
      : [{ name: one, label: labelOf(one), value, unit: unitOf(one), before: before && sumOf(before, one) }]
  })
  const columns = [...reported, ...missing]
  const { startDate, endDate } = spanOf(rows, range)
  return (
    <>
      {sums.length > 0 && (
        <Panel title={`Sum of ${shortDay(startDate)} to ${shortDay(endDate)}`}>
          <Stack gap="xs">
            <FigureTiles figures={sums} />
            <Text size="xs" c="dimmed">
              Only the days that were reported are added up.
            </Text>
          </Stack>
        </Panel>
      )}
      <Panel
        title={reported.length === 1 && name ? `${labelOf(name)}: ${title.toLowerCase()}` : title}
        aside={
          <Group gap="xs">
            {reported.length > 1 && (
              <Select
                aria-label="Figure"
                size="xs"
                data={reported.map((value) => ({ value, label: labelOf(value) }))}
                value={name ?? null}
                onChange={choose}
                allowDeselect={false}
                w={180}
              />
            )}
            <CsvButton
              name={title}
              headers={['Date', ...columns.map(labelOf)]}
              rows={rows.map((row) => [row.date, ...valuesIn(row, columns)])}
            />
          </Group>
        }
      >
        {name ? (
          <DailyLine
            label={labelOf(name)}
            days={valuesOf(rows, name, { startDate, endDate })}
            format={(value) => figureWords(value, unitOf(name))}
          />
        ) : (
          <Text size="sm" c="dimmed">
            None of the figures was reported for these days.
          </Text>
        )}
        {missing.length > 0 && (
          <Text size="xs" c="dimmed">
            Not reported: {missing.map(labelOf).join(', ')}.
          </Text>
        )}
      </Panel>
      {newestList(rows)
        .map(({ date, name: list, list: items }) => ({
          ...blockOfList(list, items),
          title: `${labelOf(list)}, ${shortDay(date)}`,
        }))
        .filter(isPlain)
        .map((block) => (
          <PlainBlockView key={block.title} block={block} />
        ))}
    </>
  )
}

function valuesIn(row: Days['rows'][number], names: readonly string[]): (number | null)[] {
  return names.map((name) => {
    const value = row[name]
    return typeof value === 'number' ? value : null
  })
}
