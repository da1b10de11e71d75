import type { Account } from '@carillon/client'
import type { Draft, DraftMedia, DraftPart } from './draft.ts'
import { fittingSlots, type MediaSlot, mediaWords, type PostForm } from './post-schema.ts'

const encoded = new WeakMap<File, Promise<string>>()

function read(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => fail(new Error(`The file ${file.name} cannot be read. Choose it again.`))
    reader.readAsDataURL(file)
  })
}

/** The bytes of a file as base64; each file is read once. */
function base64Of(file: File): Promise<string> {
  const text = encoded.get(file) ?? read(file)
  encoded.set(file, text)
  return text
}

async function itemBody({ item }: MediaSlot, { source, altText, tags }: DraftMedia): Promise<object> {
  const bytes =
    'file' in source ? { [item.typeField]: source.file.type, base64: await base64Of(source.file) } : { url: source.url }
  return {
    ...bytes,
    ...(item.maxAltText !== null && altText.trim() && { altText: altText.trim() }),
    ...(item.takesTags && tags.length > 0 && { userTags: tags }),
  }
}

/** The field that holds the media of a part: the chosen one if it fits, else the first that does. */
export function slotFor(slots: readonly MediaSlot[], media: readonly DraftMedia[], chosen?: string) {
  const fitting = fittingSlots(
    slots,
    media.map(({ kind }) => kind),
  )
  return fitting.find(({ field }) => field === chosen) ?? fitting[0]
}

async function mediaBody(slots: readonly MediaSlot[], { media }: DraftPart, chosen?: string): Promise<object> {
  if (media.length === 0) return {}
  const slot = slotFor(slots, media, chosen)
  if (!slot) return {}
  const items = await Promise.all(media.map((one) => itemBody(slot, one)))
  return { [slot.field]: slot.isList ? items : items[0] }
}

/** Why a network takes no post with the media of a draft; null if it does. */
export function mediaProblem(form: PostForm, { first, thread }: Draft): string | null {
  if (form.needsMedia && first.media.length === 0) return `Add ${mediaWords(form.slots)}.`
  const parts = [
    { part: first, slots: form.slots },
    ...thread.map((part) => ({ part, slots: form.thread?.slots ?? [] })),
  ]
  const wrong = parts.find(({ part, slots }) => part.media.length > 0 && !slotFor(slots, part.media))
  return wrong ? `One post takes ${mediaWords(wrong.slots)}.` : null
}

/** The body of the publish of a draft on one account, as the API takes it. Files become base64. */
export async function bodyOf(form: PostForm, draft: Draft, account: Account): Promise<Record<string, unknown>> {
  const { platform, accountId, profileId } = account
  const { title, first, thread } = draft
  const parts = form.thread ? thread : []
  return {
    platform,
    accountId,
    profileId,
    ...(form.title && title.trim() && { [form.title.field]: title.trim() }),
    ...(form.text && (first.text || form.text.field === 'text') && { [form.text.field]: first.text }),
    ...(await mediaBody(form.slots, first, draft.slots[platform])),
    ...draft.settings[platform],
    ...(parts.length > 0 && {
      thread: await Promise.all(
        parts.map(async (part) => ({ text: part.text, ...(await mediaBody(form.thread?.slots ?? [], part)) })),
      ),
    }),
  }
}
