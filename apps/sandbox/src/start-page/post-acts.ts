import { type FormField, showForm } from './form.ts'
import type { Comment } from './held.ts'
import type { Item } from './item.ts'
import { html, type Markup, nothing } from './markup.ts'

/** Renders forms for users' actions on posts and comments; empty markup for actions that the network does not have. */
export interface PostActs {
  /** Renders the form that writes a post. */
  newPost(): Markup
  /** Renders the forms that comment on a post, like it and so on. */
  onPost(post: Item): Markup
  /** Renders the forms that reply to a comment, edit it and so on. */
  onComment(comment: Comment): Markup
}

const as: FormField = { name: 'as', label: 'As', about: 'A handle. Left empty: another user.' }
const text: FormField = { name: 'text', label: 'Text', kind: 'long', required: true }

function folded(title: string, form: Markup): Markup {
  return html`<details class="more"><summary>${title}</summary>${form}</details>`
}

/**
 * Creates the forms for a network's actions on posts and comments. Actions that it does not support get no form.
 * @param network the name of the network
 * @param able returns whether the network supports an action
 * @param authors the names that posts can be written as: handles, and names of Pages
 */
export function postActs(network: string, able: (act: string) => boolean, authors: readonly string[]): PostActs {
  const form = (act: string, key: string, rest: Omit<Parameters<typeof showForm>[0], 'path' | 'key'>): Markup =>
    able(act)
      ? showForm({ ...rest, path: `/person/${act}`, key: `${act}-${key}`, fixed: { network, ...rest.fixed } })
      : nothing
  return {
    newPost: () =>
      able('post')
        ? folded(
            'New post',
            form('post', 'new', {
              fields: [
                { ...as, about: 'Who posts. Left empty: the first account.', options: authors, open: true },
                text,
              ],
              button: 'Post',
            }),
          )
        : nothing,
    onPost({ id: held }) {
      const id = String(held)
      const like = form('like', id, { fixed: { postId: id }, button: 'Like', inline: true })
      const comment = form('comment', id, { fixed: { on: id }, fields: [text, as], button: 'Comment' })
      return html`<div class="acts">${like}${comment === nothing ? nothing : folded('Comment', comment)}</div>`
    },
    onComment({ id, postId, item }) {
      const hidden = item['hidden'] === true
      const reply = able('comment-edit')
        ? form('comment', id, { fixed: { on: postId, parent: id }, fields: [text, as], button: 'Reply' })
        : form('comment', id, { fixed: { on: id }, fields: [text, as], button: 'Reply' })
      const edit = form('comment-edit', id, {
        fixed: { id },
        fields: [{ ...text, value: String(item['text'] ?? '') }],
        button: 'Save',
      })
      return html`<div class="acts">
${form('comment-like', id, { fixed: { id }, button: 'Like', inline: true })}
${reply === nothing ? nothing : folded('Reply', reply)}
${edit === nothing ? nothing : folded('Edit', edit)}
${form('comment-hide', id, { fixed: { id, hidden: !hidden }, button: hidden ? 'Show' : 'Hide', inline: true })}
${form('comment-spam', id, { fixed: { id }, button: 'Mark as spam', inline: true })}
${form('comment-delete', id, { fixed: { id }, button: 'Delete', inline: true })}</div>`
    },
  }
}
