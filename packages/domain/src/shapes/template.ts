import { closed, type Described, nullableText, text } from '../schema.ts'

const buttonShape = closed({
  type: { ...text, description: 'The type in lower case, such as url, quick_reply or phone_number.' },
  text,
  url: nullableText,
})

const componentShape = closed({
  type: {
    ...text,
    description: 'The type in lower case: header, body, footer, buttons, or another type of the platform.',
  },
  format: {
    ...nullableText,
    description: 'The format of a header in lower case: text, image, video, document or location.',
  },
  text: { ...nullableText, description: 'The text, with placeholders such as {{1}}.' },
  buttons: { type: 'array', items: buttonShape },
})

/** The schema of a message template with its content, as `GET /messages/templates` lists it. */
export const templateShape = closed({
  name: text,
  language: text,
  status: { ...text, description: 'The status in lower case, such as approved, pending, rejected or paused.' },
  category: {
    ...nullableText,
    description: 'The category in lower case, such as utility, marketing or authentication.',
  },
  components: { type: 'array', items: componentShape },
})

export type Template = Described<typeof templateShape>
