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
  /** The name that the API gives it. */
  name: string
  /** The name that n8n shows. */
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
  /** The value of a `constant`. */
  value?: string
  /** The fields of an `object`, and those of a `file` besides its bytes. */
  fields?: readonly Field[]
  /** The name of the field for the media type of a `file`; `contentType` if absent. */
  typeName?: string
  /** True if a URL can take the place of the bytes of a `file`. */
  takesUrl?: true
}

/** A field with its place in the request. */
export interface LocatedField extends Field {
  in: 'path' | 'query' | 'header' | 'body'
}

/** An operation of the API. */
export interface Operation {
  /** The id of the operation in the contract, such as `posts.publish`. */
  id: string
  /** The name of its `Resource`. */
  resource: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `/api/v1`, with its parameters in braces. */
  path: string
  name: string
  /** The name that n8n shows in its list of actions. */
  action: string
  description?: string
  /** It takes `X-Publish-Before`: after a lost response it is looked up, and it is never carried out twice. */
  isSafe?: true
  /** It takes an `Idempotency-Key`. */
  isIdempotent?: true
  /** It changes nothing although its method is POST. */
  isRead?: true
  /** The field of the response that is its list; each entry becomes an item. */
  list?: string
  /** The list has pages. */
  isPaged?: true
  /** Its pages can contain entries of earlier ones, which become only one item. */
  repeatsItems?: true
  fields: readonly LocatedField[]
  /** Further fields by platform; the empty one is for a body without a platform. */
  variants?: readonly { platform: string; fields: readonly LocatedField[] }[]
}

/** The operations of one tag of the API, which n8n shows together. */
export interface Resource {
  name: string
  description: string
}
