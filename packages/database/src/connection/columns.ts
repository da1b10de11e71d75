import pg from 'pg'

/**
 * Returns a function that does the same as `convert` but computes the result for each name once and keeps it. For names
 * in the code only, of which there are few.
 */
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

/**
 * The fields whose columns or tables have another name in SQL than the conversion from camelCase to snake_case gives,
 * as pairs of field and column.
 */
const former: readonly (readonly [field: string, column: string])[] = [
  ['ciphertext', 'sealed'],
  ['dailyQuota', 'day_budget'],
  ['idempotentResponse', 'idempotent_answer'],
]
const fields = new Map(former.map(([field, column]) => [column, field]))
const columns = new Map(former)

/** Returns the field name of a column: `created_at` becomes `createdAt`. */
const fieldOf = remembered(
  (column) =>
    fields.get(column) ?? column.replace(/(?<=[^_])_+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
)

/**
 * Returns the column or table name of a field: `createdAt` becomes `created_at`. A few have a former name in SQL:
 * `ciphertext` becomes `sealed`.
 */
export const columnOf = remembered(
  (field) => columns.get(field) ?? field.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/**
 * Returns a copy of a row with the column names of its fields (`createdAt` becomes `created_at`) and the same values,
 * for a statement that reads rows from JSON.
 */
export function columnsOfRow(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value]))
}

/**
 * Returns a row that has these fields, all null, to be copied and filled for each row of a result. It is read from
 * JSON, as V8 then keeps all fields within the object: a copy takes a quarter of the memory of a copy of an object to
 * which the fields were added one after another.
 */
function emptyRow(names: readonly string[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
}

/** Converts the values of a row, which the server sends as text, to an object with camelCase field names. */
export type ReadRow = (values: readonly (string | null)[]) => unknown

/**
 * Returns the function that reads the rows of a result with these columns. It throws an error for a row with another
 * number of values.
 */
export function rowReader(columns: readonly { name: string; dataTypeID: number }[]): ReadRow {
  const fields = columns.map(({ name, dataTypeID }) => ({
    name: fieldOf(name),
    parse: pg.types.getTypeParser(dataTypeID, 'text'),
  }))
  const empty = emptyRow(fields.map(({ name }) => name))
  return (values) => {
    if (values.length !== fields.length)
      throw new Error(`a row of ${fields.length} columns has ${values.length} values`)
    const row = { ...empty }
    let at = 0
    for (const { name, parse } of fields) {
      const value = values[at++] ?? null
      row[name] = value === null ? null : parse(value)
    }
    return row
  }
}
