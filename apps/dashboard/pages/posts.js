import { call } from './api.js'
import { element, moment, outside, problems } from './element.js'

/** @typedef {import('./main.js').Place} Place */
/** @typedef {{ id: string, platform: string, text: string | null, mediaType: string, permalink: string | null, publishedAt: string | null, metrics: Record<string, number | null> }} Post */

const most = 200

/** @param {Post} post */
function postItem({ platform, text, mediaType, permalink, publishedAt, metrics }) {
  const counts = Object.entries(metrics).filter(([, count]) => count !== null)
  const told = counts.map(([name, count]) => `${name} ${count}`).join(' · ')
  const head = element('small', {}, `${platform} · ${mediaType} · `, moment(publishedAt))
  return element(
    'article',
    {},
    head,
    element('p', {}, text ?? ''),
    element('small', {}, told, told && permalink ? ' · ' : '', permalink ? outside(permalink, 'open') : ''),
  )
}

/** What the profile's accounts have published, read from the networks now. @param {Place} place */
export async function showPosts(place) {
  const { posts, errors } = await call('GET', `/posts?profileId=${place.profileId}`)
  const items = posts.slice(0, most).map(postItem)
  const cut = posts.length > most ? element('p', { class: 'empty' }, `The newest ${most} of ${posts.length}.`) : null
  const none = posts.length === 0 ? element('p', { class: 'empty' }, 'No posts.') : null
  place.show(element('h2', {}, 'Posts'), problems(errors), none, ...items, cut)
}
