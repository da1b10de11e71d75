let navigated = false

/** Notes that a link of the app was followed, so that the page that is shown next takes the focus. */
export function noteNavigation(): void {
  navigated = true
}

/** Whether a page is shown because a link was followed; true once for each time. */
export function takeNavigation(): boolean {
  const was = navigated
  navigated = false
  return was
}
