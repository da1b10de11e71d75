import { ProviderError } from '../../error-rules.ts'

/** Where a page of leads begins, whichever forms it covers. */
export interface LeadCursor {
  /** The second of the last lead that was shown, in Unix seconds. */
  second: number
  /** Ids of the leads of that second that were shown. */
  shown: readonly string[]
}

export function encodeLeadCursor({ second, shown }: LeadCursor): string {
  return `${second}:${shown.join(',')}`
}

/** Throws `invalid_request` for text that is none of our cursors. */
export function decodeLeadCursor(cursor: string): LeadCursor {
  const [, second, shown = ''] = /^(\d{1,12}):([\d,]*)$/.exec(cursor) ?? []
  if (second === undefined) throw new ProviderError('invalid_request', 'The cursor is none of this list.', 'not_sent')
  return { second: Number(second), shown: shown.split(',') }
}
