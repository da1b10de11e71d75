import { useEffect } from 'react'

/**
 * Returns the focus to where it was before a dialog was opened, once `opened` becomes false or the component is
 * removed, unless another element has the focus by then. Mantine does not do so for a dialog that is removed instead of
 * closed.
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
