import { type JSONSchema, limits } from '@carillon/domain'
import type { Operation } from './operation.ts'

type ObjectSchema = Exclude<JSONSchema, boolean>
type Properties = Readonly<Record<string, JSONSchema>>

/** Where files of a form end up in the JSON variant of the same platform. */
export interface UploadTarget {
  /** The variant's property that a single file fills, and that several fill; null where that is not possible. */
  one: { property: string; listed: boolean } | null
  several: { property: string; listed: boolean } | null
  /** The item's property for the announced type, and those that form fields of the same name can set. */
  typeProperty: string
  extras: Properties
  maxFiles: number
  fileBytes: number
}

/** Form names for images; which property they fill follows from the variant and how many there are. */
const imageNames = ['image', 'images', 'photos'] as const
const videoNames = ['video', 'reel'] as const

export const uploadNames: readonly string[] = [...imageNames, ...videoNames]

function asObject(schema: unknown): ObjectSchema {
  return typeof schema === 'object' && schema !== null ? schema : {}
}

/** The properties of an object schema; empty for any other schema. */
export function propertiesOf(schema: JSONSchema | undefined): Properties {
  return asObject(schema).properties ?? {}
}

/** The part of a body's schema that has the fields by which a request is routed: all of it, or one property. */
export function routedPart({ routedBy }: Pick<Operation, 'routedBy'>, schema: JSONSchema | undefined) {
  return routedBy === undefined ? schema : propertiesOf(schema)[routedBy]
}

/** The shape of an item that carries bytes: the schema itself, or its alternative that has `base64`. */
function itemShape(schema: unknown): Properties | null {
  const object = asObject(schema)
  const candidates = [object, ...(object.oneOf ?? []).map(asObject)]
  return candidates.map(propertiesOf).find((properties) => 'base64' in properties) ?? null
}

function describeItem(item: Properties): Pick<UploadTarget, 'typeProperty' | 'extras' | 'fileBytes'> {
  const typeProperty = 'content_type' in item ? 'content_type' : 'contentType'
  const extras = Object.entries(item).filter(([name]) => name !== typeProperty && name !== 'base64')
  const encoded = asObject(item['base64']).maxLength ?? 0
  return { typeProperty, extras: Object.fromEntries(extras), fileBytes: Math.floor(encoded / 4) * 3 }
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

/** The field of `variant` to which the files under each form name belong. Form names without a field are omitted. */
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

/** The maximum number and size of files in a form for any of these variants. */
export function uploadLimits(variants: readonly JSONSchema[]): { fileBytes: number; files: number; bodyBytes: number } {
  const targets = variants.flatMap((variant) => Object.values(uploadTargets(variant)))
  return {
    fileBytes: Math.max(0, ...targets.map(({ fileBytes }) => fileBytes)),
    files: Math.max(0, ...targets.map(({ maxFiles }) => maxFiles)),
    bodyBytes: limits.bodyBytes + Math.max(0, ...targets.map(({ fileBytes, maxFiles }) => fileBytes * maxFiles)),
  }
}
