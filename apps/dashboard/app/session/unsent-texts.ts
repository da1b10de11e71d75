import { useState } from 'react'

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
   * does not get the text, as it would be sent twice; after a rejection it does.
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
  const setText = (changed: string) => {
    keep(place, changed)
    setShown(changed)
  }
  const follow = (sending: Promise<unknown>) => {
    texts.delete(place)
    sending.then(
      () => setText(''),
      // The form shows the error.
      () => {
        if (!texts.has(place)) keep(place, text)
      },
    )
  }
  return { text, setText, follow }
}
