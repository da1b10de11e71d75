import { ProviderError } from '../../error-rules.ts'

/** The position in a list of leads, whichever forms it covers. */
export interface LeadCursor {
  /** Creation time of the last lead on the previous page, in Unix seconds. */
  second: number
  /** Ids of the leads with that creation time that were already returned. */
  shown: readonly string[]
}

/** A cursor of leads as text: the second of the last lead, and the leads of that second that were already returned. */
export function encodeLeadCursor({ second, shown }: LeadCursor): string {
  return `${second}:${shown.join(',')}`
}

/**
 * Decodes a cursor.
 * @throws ProviderError `invalid_request` when the text is not one of our cursors
 */
export function decodeLeadCursor(cursor: string): LeadCursor {
  const [, second, shown = ''] = /^(\d{1,12}):([\d,]*)$/.exec(cursor) ?? []
  if (second === undefined)
    throw new ProviderError(
      'invalid_request',
      'The cursor does not belong to this list. Use a nextCursor of the same list.',
      'not_sent',
    )
  return { second: Number(second), shown: shown.split(',') }
}
