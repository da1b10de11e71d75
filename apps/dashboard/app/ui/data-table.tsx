import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  header: string
  /** Whether only screen readers get the header, as above buttons. Default: false. */
  isHeaderHidden?: boolean
  cell(row: Row): ReactNode
  /**
   * The column in the card that a row becomes on a phone: `main` is its heading, `wide` has a line of its own,
   * `actions` contains buttons.
   */
  role?: 'main' | 'wide' | 'actions'
  align?: 'right'
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
}

/**
 * A table; on a phone, each row is a card with the headers before its values. `label` is its name for screen readers;
 * headers are unique.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  // Roles are written out, since a table that is laid out as cards loses them in some browsers.
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={styles['table']} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, isHeaderHidden, role, align }) => (
            <th key={header} scope="col" role="columnheader" data-role={role} data-align={align}>
              {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ header, isHeaderHidden, cell, role, align }) => (
              <td
                key={header}
                role="cell"
                data-role={role}
                data-align={align}
                data-label={isHeaderHidden || role === 'main' ? undefined : header}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
