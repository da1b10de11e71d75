import { type ExternalWriteRow, listPublishesBefore } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Run } from '../../journal/write-kind.ts'
import { textsOf } from '../body/publish-texts.ts'

/** The maximum number of the account's latest publishes whose texts are compared with those of a rejected post. */
const maxCompared = 100
/** The number of publishes that are read at once, as each can have texts of a megabyte. */
const atOnce = 10

function everyText(row: Pick<ExternalWriteRow, 'id' | 'platform' | 'payload'>): string[] {
  const { text, thread } = textsOf(row)
  return [text ?? '', ...thread].map((each) => each.trim()).filter((each) => each !== '')
}

/**
 * Returns the id of the account's latest publish before this one that took effect, or may have, and has one of its
 * texts (that of the post or of its thread); undefined if none of the latest 100 has.
 */
async function repeatedBy({ context, row }: Run): Promise<string | undefined> {
  const { accountId } = row
  const texts = new Set(everyText(row))
  let before = row.id
  for (let compared = 0; compared < maxCompared; compared += atOnce) {
    const earlier = await listPublishesBefore(context.db, { id: before, accountId }, atOnce)
    const found = earlier.find((one) => everyText(one).some((text) => texts.has(text)))
    const last = earlier.at(-1)
    if (found || !last) return found?.id
    before = last.id
  }
  return undefined
}

/**
 * Adds `publishId` to the details of the error `duplicate_post`, by which a network rejects a post with the text of an
 * earlier post. The id is that of the account's latest earlier publish that took effect, or may have, and has the text
 * of this post or of a post in its thread. Returns `thrown` unchanged if none of the latest 100 such publishes has one
 * of these texts, and for other errors.
 */
export async function nameRepeated(run: Run, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof ServiceError) || thrown.code !== 'duplicate_post') return thrown
  const publishId = await repeatedBy(run)
  if (publishId === undefined) return thrown
  const { code, message, status } = thrown
  const details = typeof thrown.details === 'object' ? { ...thrown.details, publishId } : { publishId }
  return new ServiceError(code, message, { details, status, cause: thrown })
}
