import { type JSONSchema, limits } from '@carillon/domain'
import type { Operation } from './operation.ts'
import { textBytes } from './text-bound.ts'

type ObjectSchema = Exclude<JSONSchema, boolean>
type Properties = Readonly<Record<string, JSONSchema>>

/** The fields of a platform's JSON body into which the files of a multipart form are put. */
export interface UploadTarget {
  /**
   * The JSON property that a single file fills; null if a single file is not possible. `listed`: the property is a
   * list.
   */
  one: { property: string; listed: boolean } | null
  /** The list property that two or more files fill (`listed` is true); null if only one file is possible. */
  several: { property: string; listed: boolean } | null
  /** The property of a media item for the media type: `contentType` or `content_type`. */
  typeProperty: string
  /** The media types that this property may have. */
  types: readonly string[]
  /** The schemas of further properties of a media item, such as `altText`, which form fields of the same name set. */
  extras: Properties
  /** The maximum number of files of this kind in one form. */
  maxFiles: number
  /** The maximum size of one file in bytes. */
  fileBytes: number
}

/** The form fields for images. The platform and the number of files decide which JSON property they fill. */
const imageNames = ['image', 'images', 'photos'] as const
const videoNames = ['video', 'reel'] as const

/** The names of all form fields that take files, on any platform. */
export const uploadNames: readonly string[] = [...imageNames, ...videoNames]

function asObject(schema: unknown): ObjectSchema {
  return typeof schema === 'object' && schema !== null ? schema : {}
}

/** Returns the properties of an object schema, keyed by name; an empty object for any other schema. */
export function propertiesOf(schema: JSONSchema | undefined): Properties {
  return asObject(schema).properties ?? {}
}

/**
 * Returns the schema that has the routing fields (`platform`, `accountId`, `profileId`): the property `routedBy` of the
 * body `schema` or, without `routedBy`, the body itself. Undefined if `schema` is undefined or has no such property.
 */
export function routedPart({ routedBy }: Pick<Operation, 'routedBy'>, schema: JSONSchema | undefined) {
  return routedBy === undefined ? schema : propertiesOf(schema)[routedBy]
}

/** Returns the properties of a media item that contains bytes as `base64`: of the schema or one of its alternatives. */
function itemShape(schema: unknown): Properties | null {
  const object = asObject(schema)
  const candidates = [object, ...(object.oneOf ?? []).map(asObject)]
  return candidates.map(propertiesOf).find((properties) => 'base64' in properties) ?? null
}

function describeItem(item: Properties): Pick<UploadTarget, 'typeProperty' | 'types' | 'extras' | 'fileBytes'> {
  const typeProperty = 'content_type' in item ? 'content_type' : 'contentType'
  const extras = Object.entries(item).filter(([name]) => name !== typeProperty && name !== 'base64')
  const encoded = asObject(item['base64']).maxLength ?? 0
  const { enum: listed, const: only } = asObject(item[typeProperty])
  const types = [listed ?? only].flat().map(String)
  return { typeProperty, types, extras: Object.fromEntries(extras), fileBytes: Math.floor(encoded / 4) * 3 }
}

function targetOf(variant: JSONSchema, single: string | null, list: string | null): UploadTarget | null {
  const properties = propertiesOf(variant)
  const listed = list === null ? null : asObject(properties[list])
  const item = itemShape(listed === null ? properties[single ?? ''] : listed.items)
  if (item === null) return null
  const several = list === null ? null : { property: list, listed: true }
  const one = single === null ? several : { property: single, listed: false }
  return { one, several, ...describeItem(item), maxFiles: listed === null ? 1 : (listed.maxItems ?? 1) }
}

/**
 * Returns, keyed by form field such as `images` or `video`, the field of the JSON body `variant` that its files fill.
 * Form fields that the platform does not accept are omitted.
 */
export function uploadTargets(variant: JSONSchema): Readonly<Record<string, UploadTarget>> {
  const properties = propertiesOf(variant)
  const list = ['photos', 'images'].find((name) => name in properties) ?? null
  const single = 'image' in properties ? 'image' : null
  const images = targetOf(variant, single, list)
  const targets: Record<string, UploadTarget> = {}
  if (images) for (const name of imageNames) targets[name] = images
  for (const name of videoNames) {
    const video = targetOf(variant, name, null)
    if (video) targets[name] = video
  }
  return targets
}

/** The bytes of a text field that are always possible, as its text may be too long, or JSON with white space. */
const spareFieldBytes = 64 * 1024

/** The maximum sizes and numbers of a form. */
export interface UploadLimits {
  /** The maximum size of a file in bytes; 0 if no variant takes files. */
  fileBytes: number
  /** The maximum number of files in the form. */
  files: number
  /** The maximum size in bytes of one text field. A list for several files is one field, as JSON. */
  fieldBytes: number
  /** The maximum size in bytes of all text fields together. */
  textBytes: number
  /** The maximum size in bytes of the form. */
  bodyBytes: number
}

/** Returns the maximum sizes of the text fields of a form: those of the files, and all others. */
function fieldBytesOf(variant: JSONSchema, targets: readonly UploadTarget[]): number[] {
  const ofFiles = targets.flatMap(({ extras, maxFiles }) =>
    Object.values(extras).map((one) => maxFiles * textBytes(one)),
  )
  const files = new Set(targets.flatMap(({ one, several }) => [one?.property, several?.property]))
  const others = Object.entries(propertiesOf(variant)).filter(([name]) => !files.has(name))
  return [...ofFiles, ...others.map(([, schema]) => textBytes(schema))]
}

/** Returns the limits of a form: in each case the largest of all variants. */
export function uploadLimits(variants: readonly JSONSchema[]): UploadLimits {
  const forms = variants.map((variant) => {
    const targets = Object.values(uploadTargets(variant))
    return { targets, fields: fieldBytesOf(variant, [...new Set(targets)]) }
  })
  const targets = forms.flatMap((form) => form.targets)
  const sums = forms.map(({ fields }) => fields.reduce((sum, bytes) => sum + bytes, 0))
  const textLimit = limits.bodyBytes + Math.max(0, ...sums)
  return {
    fileBytes: Math.max(0, ...targets.map(({ fileBytes }) => fileBytes)),
    files: Math.max(0, ...targets.map(({ maxFiles }) => maxFiles)),
    fieldBytes: spareFieldBytes + Math.max(0, ...forms.flatMap(({ fields }) => fields)),
    textBytes: textLimit,
    bodyBytes: textLimit + Math.max(0, ...targets.map(({ fileBytes, maxFiles }) => fileBytes * maxFiles)),
  }
}
