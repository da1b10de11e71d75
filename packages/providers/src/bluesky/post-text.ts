import { type AppBskyRichtextFacet, parseLanguage, RichText } from '@atproto/api'
import { type TextFacet, textLengths } from '@carillon/domain'
import type { Bound } from '@carillon/errors'
import { postFault } from '../post-fault.ts'

const { max: maxGraphemes } = textLengths.bluesky
const maxBytes = 3000

/** The DIDs of the mentioned accounts, keyed by handle. Accounts that do not exist have no entry. */
export type Mentions = Record<string, string>

/**
 * Checks that the texts of a post and its thread, in this order, have no more grapheme clusters or bytes of UTF-8 than
 * Bluesky accepts, before any media are uploaded.
 * @throws ProviderError `provider_rejected` for the first text that is too long
 * @see https://docs.bsky.app/docs/advanced-guides/posts (read 2026-11-20)
 */
export function requireTexts(texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) {
    const { graphemeLength, length } = new RichText({ text })
    const which = texts.length > 1 ? `Post ${index + 1} of the thread` : 'The text'
    const at = index === 0 ? 'text' : `thread[${index - 1}].text`
    const reject = (unit: string, bound: Bound) => {
      const message = `${which} has ${bound.actual} ${unit}; Bluesky accepts at most ${bound.limit}.`
      throw postFault({ code: 'provider_rejected', at, message, bound })
    }
    if (graphemeLength > maxGraphemes) reject('characters', { limit: maxGraphemes, actual: graphemeLength })
    if (length > maxBytes) reject('bytes in UTF-8', { limit: maxBytes, actual: length })
  }
}

/**
 * Checks that the languages of a post are tags of BCP 47, before any media are uploaded: servers reject a record with
 * an invalid tag, such as `en-us-gb` with two regions.
 * @throws ProviderError `provider_rejected` for the first invalid tag
 * @see https://atproto.com/specs/lexicon#language (read 2026-11-29)
 */
export function requireLanguages(langs: readonly string[] = []): void {
  const index = langs.findIndex((lang) => parseLanguage(lang) === null)
  if (index === -1) return
  const at = `langs[${index}]`
  const message = `${at} is "${langs[index]}", which is not a language tag of BCP 47. Send one such as en or pt-BR.`
  throw postFault({ code: 'provider_rejected', at, message })
}

function detect(text: string): AppBskyRichtextFacet.Main[] {
  const rich = new RichText({ text })
  rich.detectFacetsWithoutResolution()
  return rich.facets ?? []
}

type Mention = AppBskyRichtextFacet.Mention & { $type: 'app.bsky.richtext.facet#mention' }

function isMention(feature: { $type?: string }): feature is Mention {
  return feature.$type === 'app.bsky.richtext.facet#mention'
}

/** Returns the handles mentioned in the texts, without `@`, each listed once; an empty list without any. */
export function mentionedHandles(texts: readonly string[]): string[] {
  const features = texts.flatMap((text) => detect(text).flatMap((facet) => facet.features))
  // Until a mention is resolved, the library keeps the handle in the field `did`.
  return [...new Set(features.filter(isMention).map(({ did }) => String(did)))]
}

/**
 * Returns links, hashtags and mentions of a text as JSON for its record, positioned by UTF-8 byte offsets; an empty
 * list if it has none. A mention that `mentions` does not resolve is omitted and stays plain text.
 */
export function facetsOf(text: string, mentions: Mentions) {
  return detect(text).flatMap((facet) => {
    const features = facet.features.flatMap((feature) => {
      if (!isMention(feature)) return [{ ...feature }]
      const did = mentions[String(feature.did)]
      return did === undefined ? [] : [{ ...feature, did }]
    })
    return features.length > 0 ? [{ ...facet, index: { ...facet.index }, features }] : []
  })
}

/**
 * Returns links, hashtags and mentions of a text for a preview. Mentions are not resolved: the value of each is its
 * handle.
 */
export function previewFacets(text: string): TextFacet[] {
  return detect(text).flatMap(({ index: { byteStart, byteEnd }, features }) =>
    features.flatMap((feature): TextFacet[] => {
      if ('uri' in feature) return [{ type: 'link', byteStart, byteEnd, value: String(feature.uri) }]
      if ('tag' in feature) return [{ type: 'tag', byteStart, byteEnd, value: String(feature.tag) }]
      if (isMention(feature)) return [{ type: 'mention', byteStart, byteEnd, value: String(feature.did) }]
      return []
    }),
  )
}
