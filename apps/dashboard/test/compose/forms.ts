import { mediaRules, postAppearances, postSchemas, settingHints, textFields, textLengths } from '@carillon/domain'
import { type PostForm, type PostSchemas, postForm } from '../../app/pages/compose/form/post-schema.ts'

export type Publishing = keyof typeof postSchemas

// The browser gets the facts as JSON.
export const facts: PostSchemas = JSON.parse(
  JSON.stringify({
    schemas: postSchemas,
    textFields,
    textLengths,
    mediaRules,
    settingHints,
    appearances: postAppearances,
  }),
)

/** The form of a network. */
export function formOf(platform: Publishing): PostForm {
  const form = postForm(facts, platform)
  if (!form) throw new Error(`${platform} publishes nothing`)
  return form
}
