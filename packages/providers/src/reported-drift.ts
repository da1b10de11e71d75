/**
 * A response that is not as the network documents it: an unknown value of a field with a closed list of values, a missing
 * field, or an error code that no rule knows.
 */
export interface Drift {
  kind: 'unknown_value' | 'missing_field' | 'unknown_error'
  /** The field's path in the response, such as `data[].status`; `error` for an error code. */
  field: string
  operation: string
  /** The unknown value or code, where it is a plain identifier; never free text. */
  value?: string
}
