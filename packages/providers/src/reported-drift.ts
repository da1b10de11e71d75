/**
 * A response that is not as the network documents it: an unknown value of a field with a closed list of values, a field that
 * is missing, has another type or likely another name, a report without any figure, a status or a header of limits that
 * differs, or an error code that no rule knows.
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
   * The field's path in the response, such as `data[].status`; the name of a header; `status` for a status code; `error` for
   * an error code.
   */
  field: string
  operation: string
  /**
   * The unknown value, code or new name of the field where it is a plain identifier, or the name of the type; never free
   * text.
   */
  value?: string
}

/** Which of the fields that an adapter relies upon a response had. */
export interface FieldReport {
  operation: string
  fields: readonly string[]
  seen: readonly string[]
}
