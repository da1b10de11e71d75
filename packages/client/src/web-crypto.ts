/** WebCrypto of this runtime. Node 18 has it in a module, every other one as a global. */
export async function webCrypto(): Promise<Crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto
  // A bundler for browsers cannot resolve the name, and need not: browsers have the global.
  const name = 'node:crypto'
  const { webcrypto } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name)
  return webcrypto
}

/** A new id for a request. */
export async function newRequestId(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
