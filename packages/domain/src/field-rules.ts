import { fieldError } from '@carillon/errors'

/** A rule for fields of a request that its schema cannot express, such as the order of two times. */
export interface FieldRule<Fields> {
  /** The field that is rejected. */
  field: keyof Fields & string
  /** Returns why the field is invalid, for the error message; null if it is valid. */
  fault(fields: Fields, now: Date): string | null
}

/**
 * Checks the fields of a request by `rules`, in their order. `now` is the current time.
 * @param whole where the fields are: `query` or `body`
 * @throws ServiceError `invalid_request`, with the field in `details`, for the first rule that is broken
 */
export function requireFieldRules<Fields>(
  rules: readonly FieldRule<Fields>[],
  { fields, whole, now }: { fields: Fields; whole: 'query' | 'body'; now: Date },
): void {
  for (const { field, fault } of rules) {
    const message = fault(fields, now)
    if (message !== null) throw fieldError({ path: [field], message, whole })
  }
}
