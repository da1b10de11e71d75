import { type Account, type Client, type Publish, PublishFailedError, type Schedule } from '@carillon/client'
import { errorReport } from '../error-report.ts'
import { type ExitCode, exitCodes, worstOf } from '../exit-codes.ts'
import { type Invocation, textOf } from '../invocation/invocation.ts'
import { waitMsOf } from '../invocation/seconds-option.ts'
import { findAccount } from '../posts/find-account.ts'
import { bodyOf, publishPost } from '../posts/publish-post.ts'
import { type RequestedPost, requestedPost } from '../posts/requested-post.ts'
import { requireReadable } from '../posts/require-readable.ts'
import { publishAtOf, schedulePost } from '../posts/schedule-post.ts'
import { lockRun } from '../requests/run-lock.ts'
import { UsageError } from '../usage-error.ts'
import { type CsvJournal, openCsvJournal } from './csv-journal.ts'
import { type CsvRow, readRows } from './read-rows.ts'

/** A row that is ready to be sent. */
interface Ready extends CsvRow {
  target: Account
  requested: RequestedPost
}

interface Ended {
  code: ExitCode
  line: Record<string, unknown>
}

const maxConcurrency = 16

/** The options that describe one post. */
const optionsOfPost = ['account', 'media', 'alt', 'media-field', 'field', 'at', 'time-zone', 'request-id']

/** Throws a `UsageError` if the command line describes a post, which the rows of the file do. */
function requireNoPost({ values, args }: Invocation): void {
  const options = optionsOfPost.filter((name) => values[name] !== undefined).map((name) => `--${name}`)
  const given = [...(args['text'] === undefined ? [] : ['a text']), ...options]
  if (given.length === 0) return
  throw new UsageError(`With --csv, the columns of the file describe the posts: leave out ${given.join(', ')}.`)
}

function concurrencyOf({ values }: Invocation): number {
  const text = textOf(values, 'concurrency') ?? '4'
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maxConcurrency) return Number(text)
  throw new UsageError(`--concurrency takes 1 to ${maxConcurrency}, not "${text}".`)
}

/**
 * Returns all rows with their accounts before anything is sent, so that a mistake in the last row is found before the
 * first row is published.
 */
async function readyRows(client: Client, rows: readonly CsvRow[], signal: AbortSignal): Promise<Ready[]> {
  const accounts = new Map<string, Promise<Account>>()
  const ready: Ready[] = []
  for (const row of rows) {
    const known = accounts.get(row.account) ?? findAccount(client, row.account, signal)
    accounts.set(row.account, known)
    try {
      const target = await known
      publishAtOf(row.at, row.timeZone)
      const requested = requestedPost(target, row.post)
      for (const media of requested.media) await requireReadable(media.path)
      ready.push({ ...row, target, requested })
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`Row ${row.row}: ${error.message}`)
      throw error
    }
  }
  return ready
}

const resultOf = (row: CsvRow, of: Publish | Schedule) => {
  const { status, publishId } = of
  const where =
    'scheduleId' in of ? { scheduleId: of.scheduleId, publishAt: of.publishAt } : { permalink: of.permalink }
  return { row: row.row, requestId: row.requestId, status, publishId, ...where }
}

type Sender = (row: Ready) => Promise<Ended>

function senderOf(client: Client, invocation: Invocation, journal: CsvJournal): Sender {
  const { io, signal, values } = invocation
  const say = (text: string) => io.say(text)
  return async (row) => {
    const known = journal.endOf(row.requestId)
    if (known) return { code: exitCodes.done.code, line: { ...known, row: row.row } }
    // Another run may have sent it, also one on another machine or before the journal was deleted.
    const sending = { requestId: row.requestId, isGiven: true, journal, signal, say, waitMs: waitMsOf(values) }
    try {
      const { requested: post } = row
      const publishAt = publishAtOf(row.at, row.timeZone)
      const stored =
        publishAt === undefined
          ? await publishPost(client, post, sending)
          : await schedulePost(client, { post, publishAt }, sending)
      const line = resultOf(row, stored)
      // A publish that is still in progress is looked up by the next run.
      if (stored.status !== 'processing' && stored.status !== 'accepted') journal.end(row.requestId, line)
      return { code: exitCodes.done.code, line }
    } catch (error) {
      const { code, output } = errorReport(error)
      const status =
        error instanceof PublishFailedError ? 'failed' : code === exitCodes.unknown.code ? 'unknown' : 'not_published'
      return { code, line: { row: row.row, requestId: row.requestId, status, ...Object(output) } }
    }
  }
}

function checkerOf(client: Client, { io, signal }: Invocation): Sender {
  return async ({ row, requestId, requested }) => {
    try {
      const body = await bodyOf(client, requested, { signal, say: (text) => io.say(text) })
      const checked = await client.posts.validate(body, { signal })
      const code = checked.valid ? exitCodes.done.code : exitCodes.rejected.code
      return { code, line: { row, requestId, ...checked } }
    } catch (error) {
      const { code, output } = errorReport(error)
      return { code, line: { row, requestId, ...Object(output) } }
    }
  }
}

/** Sends the rows in order, several at a time, and prints each result when it arrives. */
async function sendAll(rows: readonly Ready[], invocation: Invocation, send: Sender): Promise<Ended[]> {
  const { io, signal } = invocation
  const waiting = rows.values()
  const ended: Ended[] = []
  let isStopped = false
  const work = async () => {
    for (const row of waiting) {
      if (signal.aborted || isStopped) return
      const one = await send(row)
      ended.push(one)
      io.printLine(one.line)
      // Without access every other row would be rejected as well.
      isStopped ||= one.code === exitCodes.unauthorized.code
    }
  }
  await Promise.all(Array.from({ length: concurrencyOf(invocation) }, work))
  return ended
}

/**
 * Publishes or schedules the rows of a CSV file, each exactly once; with `--dry-run`, uploads their files and validates
 * them. Prints the result of each row, and returns the most important exit code of all rows (`worstOf`), 0 if all
 * succeeded. A row without access (`unauthorized`) ends the run; a run that was interrupted before the last row counts
 * as `unforeseen`. To continue, run the same command again: the request id of a row follows from its content, and a
 * journal next to the file records what was sent.
 * @param path the path of the CSV file
 * @throws before anything is sent: UsageError for a row or option that is invalid, or if another run is in progress, or
 *   the error of the client if the accounts cannot be read
 */
export async function publishCsv(invocation: Invocation, path: string): Promise<ExitCode | undefined> {
  const { values, io, signal } = invocation
  requireNoPost(invocation)
  const rows = await readRows(path, textOf(values, 'run') ?? '')
  const journalPath = `${path}.carillon.jsonl`
  const release = lockRun(journalPath, `publishes ${path}`)
  const journal = openCsvJournal(journalPath)
  try {
    const client = invocation.client({ journal })
    const ready = await readyRows(client, rows, signal)
    const isDry = values['dry-run'] === true
    const ended = await sendAll(
      ready,
      invocation,
      isDry ? checkerOf(client, invocation) : senderOf(client, invocation, journal),
    )
    const done = ended.filter(({ code }) => code === exitCodes.done.code).length
    const verb = isDry ? 'would be accepted' : 'are done'
    io.say(`${done} of ${rows.length} rows ${verb}.`)
    if (!isDry && done < rows.length) io.say('Run the same command again to continue: what is done is not repeated.')
    const codes = ended.map(({ code }) => code)
    return worstOf(signal.aborted && ended.length < rows.length ? [...codes, exitCodes.unforeseen.code] : codes)
  } finally {
    journal.close()
    release()
  }
}
