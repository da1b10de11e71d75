let navigated = false

/**
 * Notes that the user follows a link of the app, so that the heading of the next page takes the focus. Call it before
 * navigating.
 */
export function noteNavigation(): void {
  navigated = true
}

/** Returns whether a link was followed since the last call, and resets that. */
export function takeNavigation(): boolean {
  const was = navigated
  navigated = false
  return was
}
