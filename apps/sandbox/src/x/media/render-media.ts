import type { View } from '../api/vocabulary.ts'
import type { Upload } from '../state.ts'

type Field = (upload: Upload) => unknown

const FIELDS: Record<string, Field> = {
  alt_text: ({ altText }) => altText ?? undefined,
  duration_ms: ({ file }) => file?.durationMs ?? undefined,
  height: ({ file }) => file?.held.height ?? undefined,
  preview_image_url: ({ file }) => (file?.kind === 'photo' ? undefined : file?.held.url),
  url: ({ file }) => (file?.kind === 'photo' ? file.held.url : undefined),
  variants: ({ file }) =>
    file?.kind === 'photo' ? undefined : [{ content_type: file?.contentType, url: file?.held.url, bit_rate: 832_000 }],
  width: ({ file }) => file?.held.width ?? undefined,
}

/** Returns an entry of `includes.media` with the requested fields. `media_key` and `type` are always included. */
export function renderMedia(upload: Upload, view: View): Record<string, unknown> {
  const shown: Record<string, unknown> = { media_key: upload.mediaKey, type: upload.file?.kind }
  for (const field of view.mediaFields) {
    const value = FIELDS[field]?.(upload)
    if (value !== undefined) shown[field] = value
  }
  return shown
}
