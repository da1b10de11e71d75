import { useEffect } from 'react'

/**
 * Returns the focus to where it was before a dialog was opened. A dialog that is taken out of the page as a whole, instead
 * of being closed, does not do that on its own.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      // Once the dialog is gone, unless something else has taken the focus by then.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      })
    }
  }, [opened])
}
