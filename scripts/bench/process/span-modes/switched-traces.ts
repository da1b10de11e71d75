// Loaded before a measured process: exports one trace in a hundred while `switchTraces`, a function in `globalThis`, was
// last called with true. Both ways are so measured in one process, with the same code that Node has optimized.
import { registerHooks } from 'node:module'

const source = `
let kept = null
globalThis.switchTraces = (isOn) => {
  kept ??= current
  current = isOn ? kept : null
}
`

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/log/src/tracing/spans.ts')) return loaded
    return { ...loaded, source: `${loaded.source}${source}` }
  },
})

await import('./with-traces.ts')
