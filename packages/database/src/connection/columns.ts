/** A function that computes each result once. Only names in the code are converted, so there are few of them. */
function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const converted = convert(name)
    known.set(name, converted)
    return converted
  }
}

/** The field of a row for a column: `created_at` is `createdAt`. */
export const fieldOf = remembered((column) =>
  column.replace(/(?<=[^_])_+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
)

/** The column for a field of a row: `createdAt` is `created_at`. */
export const columnOf = remembered((field) => field.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** A row with the columns' names, for a statement that reads rows from JSON. */
export function columnsOfRow(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value]))
}

/** Rows from the values of their columns. The names are converted once for all rows. */
export function rowsOf<Row>(columns: readonly { name: string }[], values: readonly (readonly unknown[])[]): Row[]
export function rowsOf(columns: readonly { name: string }[], values: readonly (readonly unknown[])[]): unknown[] {
  const fields = columns.map(({ name }) => fieldOf(name))
  return values.map((row) => {
    const named: Record<string, unknown> = {}
    for (let at = 0; at < fields.length; at++) named[fields[at] ?? ''] = row[at]
    return named
  })
}
