import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { columns } from '../fields/csv-columns.ts'
import type { PostInput } from '../posts/requested-post.ts'
import { UsageError } from '../usage-error.ts'

/** A row of a CSV file: a post, its account (as for `--account`) and when it is due. */
export interface CsvRow {
  /** The row's position in the file; the first row after the header is 1. */
  row: number
  account: string
  post: PostInput
  at: string | undefined
  timeZone: string | undefined
  requestId: string
}

const separated = (cell: string | undefined) => (cell ?? '').split(';').map((part) => part.trim())

/**
 * Returns the alternative texts of `count` files: the whole cell for one file. A file can be left without a text by an
 * empty part. Throws a `UsageError` if there are more texts than files.
 */
function altTextsOf(cell: string | undefined, { row, count }: { row: number; count: number }): (string | undefined)[] {
  if (cell === undefined || count === 1) return [cell]
  const texts = separated(cell)
  if (texts.slice(count).some(Boolean)) throw new UsageError(`Row ${row} has more alt texts than media files.`)
  return texts.map((text) => text || undefined)
}

/**
 * Returns the request id of a row. It is the same in each run as long as the row, and the number of equal rows before
 * it, stay the same.
 */
function requestIdOf(cells: Readonly<Record<string, string>>, occurrence: number, run: string): string {
  const sorted = Object.entries(cells).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const content = JSON.stringify([sorted.filter(([, value]) => value !== ''), occurrence, run])
  return `csv-${createHash('sha256').update(content).digest('hex').slice(0, 40)}`
}

function rowOf(
  cells: Readonly<Record<string, string>>,
  known: Pick<CsvRow, 'row' | 'requestId'>,
  folder: string,
): CsvRow {
  const cell = (name: keyof typeof columns) => cells[name] || undefined
  const account = cell('account')
  if (account === undefined) throw new UsageError(`Row ${known.row} has no account.`)
  const paths = separated(cell('media')).filter(Boolean)
  const texts = altTextsOf(cell('alt'), { row: known.row, count: paths.length })
  const others = Object.entries(cells).filter(([name, value]) => !Object.hasOwn(columns, name) && value !== '')
  return {
    ...known,
    account,
    at: cell('at'),
    timeZone: cell('time_zone'),
    post: {
      text: cell('text'),
      media: paths.map((path, index) => ({ path: resolve(folder, path), altText: texts[index] })),
      mediaField: cell('media_field'),
      fields: others.map(([name, text]) => ({ name, text })),
    },
  }
}

/** Checks the names of the columns, and returns them. Throws a `UsageError` if one is missing or repeated. */
function requireColumns(path: string, names: string[]): string[] {
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  if (repeated !== undefined) throw new UsageError(`${path} has several columns ${repeated}.`)
  if (names.includes('account')) return names
  throw new UsageError(
    `${path} has no column account. Its first row names: ${names.join(', ')}. The columns are separated by commas.`,
  )
}

/**
 * Reads the rows of a CSV file whose first row contains the names of the columns. The request id of a row is a hash of
 * its content, of the number of equal rows before it, and of `run`, the user's name for the run (`--run`, otherwise
 * empty): under another name, the ids are new, and the rows are sent again.
 * @throws UsageError for a file that cannot be read, is empty, is not CSV, repeats a column or has no column `account`,
 *   a row without an account, or one with more alternative texts than files
 */
export async function readRows(path: string, run: string): Promise<CsvRow[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${Object(error).code ?? error}.`)
  })
  if (text.trim() === '') throw new UsageError(`${path} is empty. Its first row has to name the columns.`)
  let records: Record<string, string>[]
  try {
    records = parse(text, {
      columns: (names: string[]) => requireColumns(path, names),
      bom: true,
      skip_empty_lines: true,
      trim: false,
    })
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} is not valid CSV: ${Object(error).message}`)
  }
  const seen = new Map<string, number>()
  return records.map((cells, index) => {
    const content = JSON.stringify(cells)
    const occurrence = seen.get(content) ?? 0
    seen.set(content, occurrence + 1)
    return rowOf(cells, { row: index + 1, requestId: requestIdOf(cells, occurrence, run) }, dirname(path))
  })
}
