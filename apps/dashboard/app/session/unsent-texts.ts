import { isApiError } from '@carillon/client'
import { useEffect, useRef, useState } from 'react'
import { notifyError } from '../ui/notify.ts'

/**
 * The texts that were written in this tab and not sent, keyed by place. They outlive their forms, which the end of the
 * session or another page removes; a reload of the tab forgets them.
 */
const texts = new Map<string, string>()

/** Whether a text for this place was written and not sent. */
export const hasUnsentText = (place: string): boolean => texts.has(place)

/** Forgets all texts, as when the user signs out. */
export const forgetUnsentTexts = (): void => texts.clear()

function keep(place: string, text: string): void {
  if (text === '') texts.delete(place)
  else texts.set(place, text)
}

interface UnsentText {
  text: string
  /** Changes the text. An empty one is forgotten. */
  setText(text: string): void
  /**
   * Clears the text once `sending` resolves, also if the form is gone by then. Until then another form for the place
   * does not get the text, as it would be sent twice; after a rejection it does. If the form is gone by then, the error
   * is shown as a notification, unless it is the end of the session, which has a page of its own.
   */
  follow(sending: Promise<unknown>): void
}

/**
 * The text of a form, which a later form for the same place begins with unless it was sent. Change the `key` of the
 * form for another place.
 * @param place names what is written and where, such as a reply and the ids of the account and the comment
 */
export function useUnsentText(place: string): UnsentText {
  const [text, setShown] = useState(() => texts.get(place) ?? '')
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const setText = (changed: string) => {
    keep(place, changed)
    setShown(changed)
  }
  const follow = (sending: Promise<unknown>) => {
    texts.delete(place)
    sending.then(
      () => setText(''),
      (error: unknown) => {
        if (!texts.has(place)) keep(place, text)
        // Otherwise the form shows it.
        if (!isShown.current && !isApiError(error, 'unauthorized')) notifyError(error)
      },
    )
  }
  return { text, setText, follow }
}
