import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { CsvButton } from '../../ui/csv-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { type Fields, type Figure, figuresOf, isPlain, listsOf } from './blocks.ts'
import { FactList, FigureValue } from './figures-view.tsx'
import { isHidden, labelOf } from './labels.ts'
import { PlainBlockView } from './plain-block-view.tsx'

/** The maximum number of numeric columns; the other figures are in the row's details. */
const columnsShown = 6

const headings = ['caption', 'title', 'name']

interface Line {
  key: string
  fields: Fields
  figures: Figure[]
  heading: Figure | undefined
}

function lineOf(fields: Fields, index: number): Line {
  const figures = figuresOf(fields)
  const heading =
    figures.find(({ name, value }) => headings.includes(name) && Boolean(value)) ??
    figures.find(({ value }) => typeof value === 'string')
  return { key: String(index), fields, figures, heading }
}

/**
 * A list of objects as a table: a heading and up to 6 numeric columns. All figures are in the CSV file and, with the
 * lists of an object that are not tables, in a dialog.
 */
export function TableView({ title, rows }: { title: string; rows: readonly Fields[] }) {
  const [opened, open] = useState<Line | null>(null)
  const lines = rows.map(lineOf)
  const names = [...new Set(lines.flatMap(({ figures }) => figures.map(({ name }) => name)))]
  const isNumeric = (name: string) =>
    lines.some(({ figures }) => figures.some((figure) => figure.name === name && typeof figure.value === 'number'))
  const shown = names.filter(isNumeric).slice(0, columnsShown)
  const columns: Column<Line>[] = [
    {
      header: lines.find(({ heading }) => heading)?.heading?.label ?? title,
      role: 'main',
      cell: ({ heading }) => (heading ? <FigureValue figure={heading} /> : 'Without text'),
    },
    ...shown.map(
      (name): Column<Line> => ({
        header: labelOf(name),
        align: 'right',
        cell: ({ figures }) => {
          const figure = figures.find((one) => one.name === name)
          return <FigureValue figure={figure ?? { value: null, unit: undefined }} />
        },
      }),
    ),
    {
      header: 'Details',
      isHeaderHidden: true,
      role: 'actions',
      cell: (line) => (
        <Button size="xs" variant="default" onClick={() => open(line)}>
          Details
        </Button>
      ),
    },
  ]
  return (
    <Section
      title={title}
      actions={
        <CsvButton
          name={title}
          headers={names.map(labelOf)}
          rows={lines.map(({ figures }) => names.map((name) => figures.find((one) => one.name === name)?.value))}
        />
      }
    >
      <DataTable label={title} columns={columns} rows={lines} keyOf={({ key }) => key} />
      <Dialog opened={opened !== null} onClose={() => open(null)} title="Details" size="lg">
        {opened && (
          <Stack gap="md">
            <FactList figures={opened.figures.filter(({ name }) => !isHidden(name))} />
            {listsOf(opened.fields)
              .filter(isPlain)
              .map((block) => (
                <PlainBlockView key={block.title} block={block} />
              ))}
          </Stack>
        )}
      </Dialog>
    </Section>
  )
}
