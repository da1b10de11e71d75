import type { Held } from './held.ts'
import { type Item, partOf, showCounts, showMedia, showRaw, showTime, timeOf } from './item.ts'
import { html, type Markup, nothing, written } from './markup.ts'
import { empty, type Place, paged, urlOf } from './place.ts'
import type { PostActs } from './post-acts.ts'
import { authorOf, createThreads, showThread, type Threads } from './threads.ts'

const POSTS_PER_PAGE = 10
const THREADS_PER_POST = 2
const THREADS_PER_PAGE = 20

interface Feed {
  held: Held
  acts: PostActs
  place: Place
}

function showPost(post: Item, { held, acts }: Feed, below: Markup): Markup {
  const who = authorOf(post, held.names)
  return html`<article class="post" id="post-${String(post['id'])}">
<p class="by"><span class="avatar" aria-hidden="true">${[...who][0] ?? '?'}</span><b>${written(who)}</b> ${showTime(timeOf(post))}</p>
<p>${written(partOf(post, 'text'))}</p>${showMedia(post['media'])}${showCounts(post)}${acts.onPost(post)}${showRaw('Data', post)}${below}</article>`
}

function preview(post: Item, threads: Threads, feed: Feed): Markup {
  if (threads.count === 0) return nothing
  const shown = threads.top.slice(0, THREADS_PER_POST).map((one) => showThread(one, threads, { ...feed, all: false }))
  const url = urlOf({ network: feed.place.network, view: 'feed', id: String(post['id']) })
  const count = threads.count === 1 ? '1 comment' : `All ${threads.count.toLocaleString('en')} comments`
  return html`<section class="comments">${shown}<p><a href="${url}">${count}</a></p></section>`
}

/** Renders one post with its comments, in pages. */
function showOne(post: Item, feed: Feed): Markup {
  const threads = createThreads(feed.held.comments)(String(post['id']))
  const { items, links } = paged(threads.top, feed.place, THREADS_PER_PAGE)
  const shown = items.map((one) => showThread(one, threads, { ...feed, all: true }))
  const title = html`<h3>${threads.count.toLocaleString('en')} ${threads.count === 1 ? 'comment' : 'comments'}</h3>`
  const back = html`<p><a href="${urlOf({ network: feed.place.network, view: 'feed' })}">All posts</a></p>`
  return html`${back}${showPost(post, feed, html`<section class="comments">${title}${shown}${links}</section>`)}`
}

/**
 * Renders the posts of a network, newest first, each with its two newest threads of comments; or, if `place.id` is the
 * id of a post, that post with all of its threads. Both lists are in pages.
 */
export function showFeed(feed: Feed): Markup {
  const { held, acts, place } = feed
  const chosen = held.posts.find(({ id }) => String(id) === place.id)
  if (chosen !== undefined) return showOne(chosen, feed)
  const threadsOf = createThreads(held.comments)
  const { items, links } = paged(held.posts, place, POSTS_PER_PAGE)
  const shown = items.map((post) => showPost(post, feed, preview(post, threadsOf(String(post['id'])), feed)))
  return html`${acts.newPost()}${shown.length === 0 ? empty('No posts yet. Publish one through Carillon, or write one here.') : shown}${links}`
}
