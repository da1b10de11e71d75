const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''

// Read by the library that keeps the page from scrolling below a dialog.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/**
 * The nonce that style sheets created by scripts need, by the Content-Security-Policy of the page; empty if the page
 * has none.
 */
export function styleNonce(): string {
  return nonce
}
