declare global {
  // Absent in browsers that do not have it.
  var trustedTypes: { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown } | undefined
}

/**
 * The policy of the page demands that every text which becomes markup passes here. The component library writes its
 * style sheets that way; text that could contain an element never passes.
 */
export function allowPlainText(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('The dashboard makes no markup of text.')
      return text
    },
  })
}
