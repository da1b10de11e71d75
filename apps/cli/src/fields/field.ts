/** A field of an operation's request. */
export interface Field {
  /** The field's name. A field within an object has the names of the enclosing objects before it, separated by dots. */
  name: string
  /** The part of the request that contains the field. */
  in: 'path' | 'query' | 'header' | 'body'
  /**
   * The accepted JSON types, separated by spaces; `list` is an array of strings or numbers. Empty for a field within an
   * object whose keys the client chooses: its value is sent as a string.
   */
  types: string
  isRequired?: true
  about?: string
  /** The accepted values, if these are few. */
  values?: readonly string[]
}

export interface OperationHelp {
  summary: string
  about?: string
  fields: readonly Field[]
}
