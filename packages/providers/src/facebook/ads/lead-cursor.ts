import { ProviderError } from '../../error-rules.ts'

/** A position in a list of leads, from one form or several. */
export interface LeadCursor {
  /** The creation time of the last lead on the previous page, in Unix seconds. */
  second: number
  /** Ids of the leads with that creation time that were already returned. */
  shown: readonly string[]
}

/**
 * Encodes a position in a list of leads, newest first, as the cursor that clients receive: `second` is the creation
 * time of the last lead returned, in Unix seconds, and `shown` the ids of the leads of that second that were already
 * returned.
 */
export function encodeLeadCursor({ second, shown }: LeadCursor): string {
  return `${second}:${shown.join(',')}`
}

/**
 * Decodes the cursor of a list of leads from a client: the creation time of the last lead returned, in Unix seconds,
 * and the ids of the leads of that second that were already returned.
 * @throws ProviderError `invalid_request` if the string does not have the form of such a cursor
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
