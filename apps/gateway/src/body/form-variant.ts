import { propertiesOf, type UploadTarget, uploadNames, uploadTargets } from '@carillon/contract'
import type { JSONSchema, StagedFile } from '@carillon/domain'
import { type Bound, fieldError, type ServiceError } from '@carillon/errors'
import { typedField } from '../validate/text-values.ts'

declare global {
  namespace Express.Multer {
    interface File {
      /** The file in the media store, as the storage engine returns it. */
      staged: StagedFile
      /** The text of a JSON part that was sent as a file; `staged` is then absent. */
      json?: string
    }
  }
}

export type FormFile = Express.Multer.File

export interface Form {
  /** The text fields, keyed by name; a repeated field gives a list. */
  fields: Readonly<Record<string, unknown>>
  files: readonly FormFile[]
}

function fieldRejection(field: string, message: string, bound: Bound | null = null): ServiceError {
  return fieldError({ path: [field], message, bound })
}

const plainName = (name: string) => name.replace(/\[\]$/, '')

/**
 * Returns all text fields of a form as they were sent. The routing fields (platform, account, profile) are among them,
 * and are checked before the others can be typed by the platform's schema.
 */
export function routingFieldsOf({ fields }: Form): Record<string, unknown> {
  return { ...fields }
}

/** Groups files by their target property; several field names can have the same target. */
function filesByTarget(files: readonly FormFile[], targets: Readonly<Record<string, UploadTarget>>) {
  const byTarget = new Map<UploadTarget, FormFile[]>()
  for (const file of files) {
    const name = plainName(file.fieldname)
    const target = uploadNames.includes(name) ? targets[name] : undefined
    if (target === undefined)
      throw fieldRejection(file.fieldname.slice(0, 64).toWellFormed(), 'there is no such file field here')
    byTarget.set(target, [...(byTarget.get(target) ?? []), file])
  }
  return byTarget
}

/**
 * Returns the further properties of each file (`target.extras`), which are sent as text fields: a field has one value
 * for a single file, or a list in the order of the files.
 */
function extrasOf(fields: Form['fields'], target: UploadTarget, count: number): Record<string, unknown>[] {
  const items = Array.from({ length: count }, (): Record<string, unknown> => ({}))
  for (const [name, schema] of Object.entries(target.extras)) {
    const sent = fields[name]
    if (sent === undefined) continue
    const named = { name, sent }
    const values = count === 1 ? [typedField(schema, named)] : typedField({ type: 'array', items: schema }, named)
    if (!Array.isArray(values) || values.length > count)
      throw fieldRejection(name, `a list for ${count} files is expected`)
    for (const [index, value] of values.entries()) {
      const item = items[index]
      if (item && value !== null) item[name] = value
    }
  }
  return items
}

/**
 * Returns the content type of a file. If the client declares no image or video type, it is detected from the bytes. An
 * upload of an unknown type gets the first one that its field accepts, so that the upload itself is inspected.
 */
function typeOf({ mimetype, staged }: FormFile, { types: [first] }: UploadTarget): string {
  if (/^(?:image|video)\//.test(mimetype)) return mimetype
  return staged.sniffed ?? (staged.origin && first) ?? mimetype
}

/** Checks the size of a file of this form. The schema's limits are for base64 text, which no form has. */
function requireSize({ fieldname, staged: { bytes, origin } }: FormFile, { fileBytes }: UploadTarget): void {
  if (origin !== undefined) return
  const field = plainName(fieldname)
  if (bytes === 0) throw fieldRejection(field, 'the file is empty')
  if (bytes <= fileBytes) return
  const message = `a file of ${bytes} bytes, at most ${fileBytes} are allowed`
  throw fieldRejection(field, message, { limit: fileBytes, actual: bytes })
}

function place(form: Form, target: UploadTarget, files: readonly FormFile[]): [property: string, value: unknown] {
  const slot = files.length === 1 ? target.one : target.several
  if (slot === null)
    throw fieldRejection(plainName(files[0]?.fieldname ?? ''), `${files.length} files, at most 1 is allowed`)
  for (const file of files) requireSize(file, target)
  const extras = extrasOf(form.fields, target, files.length)
  const items = files.map((file, index) => ({
    [target.typeProperty]: typeOf(file, target),
    base64: file.staged,
    ...extras[index],
  }))
  return [slot.property, slot.listed ? items : items[0]]
}

/**
 * Converts a form to the JSON body that it represents: text is typed by the schema of the platform's variant, and files
 * are put into their fields. Fields that the variant does not have are kept, so that the schema check rejects them.
 * @throws ServiceError `invalid_request` for files that the variant does not take, that are empty or too large, for an
 *   integer that a JavaScript number cannot represent, or if a field about the files, such as `altText`, is not a list
 *   for several files or has more values than there are files
 */
export function assembleVariant(form: Form, variant: JSONSchema): Record<string, unknown> {
  const properties = propertiesOf(variant)
  const byTarget = filesByTarget(form.files, uploadTargets(variant))
  const extras = new Set([...byTarget.keys()].flatMap((target) => Object.keys(target.extras)))
  const typed = Object.entries(form.fields)
    .filter(([name]) => !extras.has(name))
    .map(([name, sent]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, schema === undefined ? sent : typedField(schema, { name, sent })]
    })
  const placed = [...byTarget].map(([target, files]) => place(form, target, files))
  return Object.fromEntries([...typed, ...placed])
}
