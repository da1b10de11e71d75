import { notifications } from '@mantine/notifications'
import { errorWords } from '../data/error-words.ts'

const closeButtonProps = { 'aria-label': 'Close' }

/** Shows a message that something was done, for a few seconds. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', closeButtonProps })
}

/** Shows any thrown value as an error that has no better place on the page; it stays until the user closes it. */
export function notifyError(error: unknown): void {
  const { title, message, remedy, requestId } = errorWords(error)
  const id = requestId ? `Request id ${requestId}.` : ''
  const text = [message, remedy, id].filter(Boolean).join(' ')
  notifications.show({ title, message: text, color: 'red', autoClose: false, closeButtonProps })
}
