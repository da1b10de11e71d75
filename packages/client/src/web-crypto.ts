/** Returns WebCrypto. Node.js 18 has it in a module, every other runtime as a global. */
export async function webCrypto(): Promise<Crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto
  // A bundler for browsers cannot resolve the name, and need not: browsers have the global.
  const name = 'node:crypto'
  const { webcrypto } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name)
  return webcrypto
}

/** Generates a random request id: 32 hexadecimal digits. */
export async function newRequestId(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
