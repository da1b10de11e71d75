import { notifications } from '@mantine/notifications'
import { errorWords } from '../data/error-words.ts'

const closeButtonProps = { 'aria-label': 'Close' }

/** Shows a message that something was done, for a few seconds. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', closeButtonProps })
}

/** Says that the response of a write was lost and that it is looked up, until the user closes it. */
export function notifyLost(): void {
  const message = 'Carillon looks for up to two minutes whether it was stored. Nothing is sent again.'
  notifications.show({ title: 'The response was lost', message, color: 'yellow', autoClose: false, closeButtonProps })
}

/** Shows any thrown value as an error that has no better place on the page; it stays until the user closes it. */
export function notifyError(error: unknown): void {
  const { title, message, remedy, requestId } = errorWords(error)
  const id = requestId ? `Request id ${requestId}.` : ''
  const text = [message, remedy, id].filter(Boolean).join(' ')
  notifications.show({ title, message: text, color: 'red', autoClose: false, closeButtonProps })
}
