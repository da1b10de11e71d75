/** The parsed header of a part of a multipart form. */
export interface PartHeader {
  name: string
  /** Whether the part is a file: it has a file name or the type `application/octet-stream`. */
  isFile: boolean
}

const parameter = /;[ \t]*([a-z*-]{1,40})=(?:"((?:[^"\\\p{Cc}]|\\?\t|\\\P{Cc})*)"|([\w!#$%&'*+.^`|~-]+))/giuy
/** Matches the value of `filename*`. @see https://www.rfc-editor.org/rfc/rfc8187#section-3.2 (read 2026-11-28) */
const extended = /^(?:utf-8|iso-8859-1)'[^']*'((?:[\w!#$&+.^`|~-]|%[0-9a-f]{2})+)$/i
const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i
const plainEncodings = ['7bit', '8bit', 'binary']

const wrongDisposition = 'its Content-Disposition must be form-data; name="…", with quoted values'
const withoutFileName =
  'its filename is missing, empty or not readable; send text as text/plain, and leave out what has no file'

/** Returns the header lines, keyed by name in lower case; null if one is invalid or occurs twice. */
function linesOf(text: string): Map<string, string> | null {
  const lines = new Map<string, string>()
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon < 1 || !/^[a-z0-9-]{1,80}$/.test(name) || lines.has(name)) return null
    lines.set(name, line.slice(colon + 1).trim())
  }
  return lines
}

/**
 * Returns the parameters of `form-data; name="…"; filename="…"`; for anything else, a clause that says what is wrong.
 */
function dispositionOf(value: string): Map<string, string> | string {
  const type = 'form-data'
  if (value.slice(0, type.length).toLowerCase() !== type) return wrongDisposition
  const found = new Map<string, string>()
  let at = type.length
  for (;;) {
    parameter.lastIndex = at
    const [whole, name = '', quoted, token] = parameter.exec(value) ?? []
    if (whole === undefined) break
    // A name needs its quotes: without them, parsers disagree about where it ends.
    if (name.toLowerCase() === 'name' && quoted === undefined) return wrongDisposition
    if (found.has(name.toLowerCase())) return `its Content-Disposition has the parameter ${name} twice; send it once`
    found.set(name.toLowerCase(), quoted ?? token ?? '')
    at += whole.length
  }
  return at === value.length && found.get('name') ? found : wrongDisposition
}

/**
 * Whether a file has a name for the parser, which drops files without one. Of a path, the parser takes the last
 * component.
 */
function hasFileName(parameters: ReadonlyMap<string, string>): boolean {
  const encoded = parameters.get('filename*')
  const decode = (_whole: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
  const path =
    encoded === undefined
      ? parameters.get('filename')
      : extended.exec(encoded)?.[1]?.replace(/%([0-9a-f]{2})/gi, decode)
  return !['', '.', '..'].includes(path?.split(/[/\\]/).at(-1) ?? '')
}

/**
 * Parses the header of a part of a multipart form. If it is invalid, returns `fault`, a clause that says why, with the
 * `name` of the part if it could be read.
 */
export function readPartHeader(text: string): PartHeader | { fault: string; name?: string } {
  const lines = linesOf(text)
  if (lines === null) return { fault: 'it has a broken or repeated header line' }
  const disposition = lines.get('content-disposition')
  if (disposition === undefined) return { fault: 'it has no Content-Disposition' }
  const parameters = dispositionOf(disposition)
  if (typeof parameters === 'string') return { fault: parameters }
  const name = parameters.get('name') ?? ''
  const encoding = lines.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !plainEncodings.includes(encoding)) {
    return { fault: 'its Content-Transfer-Encoding is not supported; send the bytes as they are', name }
  }
  const type = lines.get('content-type') ?? 'text/plain'
  const isNamed = parameters.has('filename') || parameters.has('filename*')
  const isFile = isNamed || /^application\/octet-stream\s*(?:;|$)/i.test(type)
  if (isFile && !hasFileName(parameters)) return { fault: withoutFileName, name }
  const said = charset.exec(type)?.[1] ?? 'utf-8'
  if (!isFile && !/^(?:utf-?8|us-ascii)$/i.test(said)) return { fault: 'its charset is not UTF-8', name }
  return { name, isFile }
}
