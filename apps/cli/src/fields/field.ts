/** A field of an operation's request. */
export interface Field {
  /** Its name; those within an object have the names of the objects before, with dots. */
  name: string
  /** Where it is sent. */
  in: 'path' | 'query' | 'header' | 'body'
  /** The types of JSON that it takes, separated by spaces; `list` is an array of texts or numbers. */
  types: string
  isRequired?: true
  about?: string
  /** The values that it takes, if these are few. */
  values?: readonly string[]
}

export interface OperationHelp {
  summary: string
  about?: string
  fields: readonly Field[]
}
