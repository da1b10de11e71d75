/** The names that users know of content types. */
const typeNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/svg+xml': 'SVG',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'application/pdf': 'PDF',
}

function typeWords({ name, type }: Pick<File, 'name' | 'type'>): string {
  if (typeNames[type]) return `a ${typeNames[type]} file`
  const ending = /\.(\w{1,8})$/.exec(name)?.[1]
  return ending ? `a ${ending.toUpperCase()} file` : 'not an image or a video'
}

function listWords(types: readonly string[]): string {
  const names = [...new Set(types.map((type) => typeNames[type] ?? type))]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** A sentence for the user: the type of a file that cannot be added, and the content types that are accepted. */
export function unsupportedWords(file: Pick<File, 'name' | 'type'>, accepted: readonly string[]): string {
  return `${file.name} is ${typeWords(file)}. The chosen networks take ${listWords(accepted)}.`
}
