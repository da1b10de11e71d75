import type { FormPart, SnippetRequest } from '../../../ui/snippets.ts'

/** The maximum length of base64 in a snippet, in characters; longer text would make a program of megabytes. */
const maxBase64 = 200

/** A copy of a body in which a note replaces long base64, at any depth. */
function withoutBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBytes)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => {
    const isLong = name === 'base64' && typeof part === 'string' && part.length > maxBase64
    return [name, isLong ? '<the file as base64>' : withoutBytes(part)]
  })
  return Object.fromEntries(entries)
}

async function partOf(name: string, value: FormDataEntryValue): Promise<FormPart> {
  if (typeof value === 'string') return { name, value }
  return { name, value: await value.text(), file: { type: value.type, name: value.name } }
}

/**
 * The request that publishes a body, as the user can copy it: with the ids of the account and its uploads, without a
 * key; a note replaces the base64 of a file.
 */
export async function snippetRequest(body: Record<string, unknown> | FormData): Promise<SnippetRequest> {
  const request = { method: 'POST', url: `${window.location.origin}/api/v1/posts` } as const
  if (!(body instanceof FormData)) return { ...request, body: Object(withoutBytes(body)) }
  return { ...request, form: await Promise.all([...body].map(([name, value]) => partOf(name, value))) }
}
