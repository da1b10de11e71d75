/** How a field is entered, and what it becomes in the request. */
type FieldKind =
  /** Text; `textOrJson` is an object if it begins with a brace, `time` an RFC 3339 time. */
  | 'text'
  | 'textOrJson'
  | 'time'
  | 'number'
  | 'switch'
  /** One of the options, or several. */
  | 'choice'
  | 'choices'
  /** A list of texts. */
  | 'texts'
  | 'json'
  /** Fields below a name. */
  | 'object'
  /** An image or video: a file of the item, or a URL. */
  | 'file'
  /** Always the same value, which is not entered. */
  | 'constant'

/** A field of a request. */
export interface Field {
  /** As the API calls it. */
  name: string
  title: string
  kind: FieldKind
  description?: string
  isRequired?: true
  isNullable?: true
  /** The field is a list of objects or files. */
  isList?: true
  /** A text of several lines. */
  isLong?: true
  options?: readonly string[]
  minimum?: number
  maximum?: number
  /** Of a constant. */
  value?: string
  /** Of an object, and of a file besides its bytes. */
  fields?: readonly Field[]
  /** Of a file: what its media type is called. */
  typeName?: string
  /** Of a file: whether a URL can take the place of its bytes. */
  takesUrl?: true
}

/** A field with its place in the request. */
export interface LocatedField extends Field {
  in: 'path' | 'query' | 'header' | 'body'
}

/** An operation of the API. */
export interface Operation {
  id: string
  resource: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `/api/v1`, with its parameters in braces. */
  path: string
  name: string
  action: string
  description?: string
  /** It writes to a social network: it is looked up after a lost response, and never sent twice. */
  isSafe?: true
  /** It takes an `Idempotency-Key`. */
  isIdempotent?: true
  /** It changes nothing although its method is POST. */
  isRead?: true
  /** The list that the response is; each entry becomes an item. */
  list?: string
  /** The list has pages. */
  isPaged?: true
  /** Its pages can contain entries of earlier ones. */
  repeatsItems?: true
  fields: readonly LocatedField[]
  /** Further fields by platform; the empty one is for a body without a platform. */
  variants?: readonly { platform: string; fields: readonly LocatedField[] }[]
}

/** The operations of one tag. */
export interface Resource {
  name: string
  description: string
}
