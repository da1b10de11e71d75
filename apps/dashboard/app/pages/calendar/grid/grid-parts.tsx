import type { ComponentProps, ReactNode } from 'react'

// Roles are written out, since a table that is laid out as a grid loses them in some browsers; and a table whose cells
// take the focus has the roles of a grid.
// biome-ignore-start lint/a11y/noRedundantRoles: see above
// biome-ignore-start lint/a11y/noNoninteractiveElementToInteractiveRole: see above

/** A table with the role of a grid. `head` is its first row. Its keys come from `useGrid`, in `props`. */
export function GridTable({ head, children, ...props }: ComponentProps<'table'> & { head: ReactNode }) {
  return (
    <table role="grid" {...props}>
      <thead role="rowgroup">{head}</thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

export function GridRow(props: ComponentProps<'tr'>) {
  return <tr role="row" {...props} />
}

export function ColumnHead(props: ComponentProps<'th'>) {
  return <th scope="col" role="columnheader" {...props} />
}

export function RowHead(props: ComponentProps<'th'>) {
  return <th scope="row" role="rowheader" {...props} />
}

export function GridCell(props: ComponentProps<'td'>) {
  return <td role="gridcell" tabIndex={-1} {...props} />
}
// biome-ignore-end lint/a11y/noNoninteractiveElementToInteractiveRole: see above
// biome-ignore-end lint/a11y/noRedundantRoles: see above
