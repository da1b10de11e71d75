const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''

// Read by the library that keeps the page from scrolling below a dialog.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** What style sheets that are made in the browser have to carry, by the policy of the page. */
export function styleNonce(): string {
  return nonce
}
