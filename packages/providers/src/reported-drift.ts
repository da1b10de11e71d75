/**
 * A difference between a network's response and its documentation: a value outside a closed list, a field that is
 * missing, has another type or probably another name, a report without any metric, an unexpected status, a missing
 * header of limits, or an error code that no rule matches.
 */
export interface Drift {
  kind:
    | 'unknown_value'
    | 'missing_field'
    | 'wrong_type'
    | 'renamed_field'
    | 'missing_figures'
    | 'unknown_status'
    | 'missing_header'
    | 'unknown_error'
  /**
   * The path of the field, such as `data[].status`; the name of a header; `status` for a status code; `error` for an
   * error code.
   */
  field: string
  /** The name of the call, such as `posts.list`. */
  operation: string
  /**
   * The unknown value or status, the status and codes of an unknown error, joined by `.`, the field's new name, or the
   * name of the type. Set only if it is a plain identifier, so that no user data is logged.
   */
  value?: string
}

/**
 * Which of the fields that an adapter relies on (`fields`) a response contained (`seen`). Both are paths, such as
 * `data[].status`. `operation` names the call, such as `posts.list`.
 */
export interface FieldReport {
  operation: string
  fields: readonly string[]
  seen: readonly string[]
}
