import { ProviderError } from '../../error-rules.ts'
import { countOf, objectOf, textOf, textsOf } from '../../json.ts'

/** Where a page of leads begins, whichever forms it covers. */
export interface LeadCursor {
  /** The second of the last lead that was shown, in Unix seconds. */
  second: number
  /** Ids of the leads of that second that were shown. */
  shown: readonly string[]
}

interface Owner {
  accountId: string
  formId: string | null
}

/** A cursor of a caller: opaque, and bound to the account and form that it was made for. */
export function encodeLeadCursor({ second, shown }: LeadCursor, { accountId, formId }: Owner): string {
  return Buffer.from(JSON.stringify({ a: accountId, f: formId, s: second, i: shown })).toString('base64url')
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** Throws `invalid_request` for text that is none of our cursors, or one of another account or form. */
export function decodeLeadCursor(cursor: string, { accountId, formId }: Owner): LeadCursor {
  const fields = objectOf(parsed(cursor))
  const second = countOf(fields['s'])
  const isOwn = textOf(fields['a']) === accountId && (textOf(fields['f']) ?? null) === formId
  if (second !== null && isOwn) return { second, shown: textsOf(fields['i']) }
  throw new ProviderError('invalid_request', 'cursor: it is none of this list', 'not_sent', {
    details: [{ path: ['cursor'], message: 'it is none of this list' }],
  })
}
