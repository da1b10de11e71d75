import { closed, type Described, nullableText, text } from '../schema.ts'

const buttonShape = closed({
  type: { ...text, description: 'The type of the button in lower case, such as url, quick_reply or phone_number.' },
  text,
  url: { ...nullableText, description: 'The URL that the button opens; null for other buttons.' },
})

const componentShape = closed({
  type: {
    ...text,
    description:
      'The type of the component in lower case: header, body, footer, buttons, or another type of the platform.',
  },
  format: {
    ...nullableText,
    description:
      'The format of a header in lower case, such as text, image, video, document or location; null for other components.',
  },
  text: {
    ...nullableText,
    description: 'The text of the component, with placeholders such as {{1}}; null without a text.',
  },
  buttons: { type: 'array', items: buttonShape },
})

/** The schema of a message template with its content, as `GET /messages/templates` lists it. */
export const templateShape = closed({
  name: text,
  language: text,
  status: {
    ...text,
    description:
      'The status in lower case, such as approved, pending, rejected or paused. Only approved templates can be sent.',
  },
  category: {
    ...nullableText,
    description:
      'The category in lower case, such as utility, marketing or authentication; null if the platform does not report it.',
  },
  components: { type: 'array', items: componentShape },
})

export type Template = Described<typeof templateShape>
