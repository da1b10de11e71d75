import { type Db, openDb, openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import type pg from 'pg'

/** A statement as it was sent. */
interface Statement {
  text: string
  values: unknown[]
}

/** A node of a plan, as `explain (analyze, format json)` describes it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** What one statement costs on the data at hand. */
export interface Cost {
  statement: string
  /** Pages of 8 KiB that were looked at. */
  pages: number
  milliseconds: number
  /** Why the cost grows with the data; empty when it does not. */
  grows: string[]
}

/** Rows that a statement may sort, look at and leave out, or read of a table without an index. */
const maxRows = 1_000

function growth(node: PlanNode): string[] {
  const rows = node['Actual Rows'] * node['Actual Loops']
  const removed = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
  const table = node['Relation Name'] ?? ''
  return [
    ...(node['Node Type'] === 'Seq Scan' && rows + removed > maxRows ? [`reads all of ${table}`] : []),
    ...(node['Node Type'].endsWith('Sort') && rows > maxRows ? [`sorts ${rows} rows`] : []),
    ...(removed > maxRows ? [`looks at ${removed} rows of ${table} that it leaves out`] : []),
    ...(node.Plans ?? []).flatMap(growth),
  ]
}

/** What a statement costs, measured in a transaction that is taken back. */
async function costOf(client: pg.Client, { text, values }: Statement): Promise<Cost> {
  await client.query('begin')
  try {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
    const { Plan: plan, 'Execution Time': milliseconds } = rows[0]['QUERY PLAN'][0] as {
      Plan: PlanNode
      'Execution Time': number
    }
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    return { statement: text, pages, milliseconds, grows: [...new Set(growth(plan))] }
  } finally {
    await client.query('rollback')
  }
}

/**
 * The methods of pg's connection by which statements are sent: without values, or parsed once under a name and bound.
 */
interface SentTo {
  query(text: string): void
  parse(statement: { name?: string; text: string }): void
  bind(bound: { statement?: string; values: unknown[] }): void
}

/**
 * A transaction of `work` is a part of the one that is taken back: the statement that stands for one that bounds it.
 */
function partOf(text: string): string | undefined {
  if (/^(?:begin|start transaction)\b/.test(text)) return 'savepoint part'
  if (text === 'commit') return 'release savepoint part'
  return text === 'rollback' ? 'rollback to savepoint part' : undefined
}

/** The statements that `work` sends, in a transaction that is taken back when its connection ends. */
async function sentBy(url: string, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const pool = openPool({ url, log: createLogger({ name: 'plans', level: 'silent' }), max: 1 })
  const sent: Statement[] = []
  pool.on('connect', (client) => {
    client.query('begin')
    // pg's types leave out the connection of a client.
    const { connection } = client as unknown as { connection: SentTo }
    const { query, parse, bind } = connection
    const texts = new Map<string, string>()
    connection.query = (text) => {
      const part = partOf(text)
      if (part === undefined) sent.push({ text, values: [] })
      query.call(connection, part ?? text)
    }
    connection.parse = (statement) => {
      texts.set(statement.name ?? '', statement.text)
      parse.call(connection, statement)
    }
    connection.bind = (bound) => {
      sent.push({ text: texts.get(bound.statement ?? '') ?? '', values: bound.values })
      bind.call(connection, bound)
    }
  })
  try {
    await work(openDb(pool))
  } finally {
    await pool.end()
  }
  return sent.filter(({ text }) => /^\s*(select|with|insert|update|delete)/i.test(text))
}

/** What every statement costs that `work` sends to the database of `url`, by which `client` is connected as well. */
export async function costsOf(
  { url, client }: { url: string; client: pg.Client },
  work: (db: Db) => Promise<unknown>,
): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const statement of await sentBy(url, work)) costs.push(await costOf(client, statement))
  return costs
}
