import { readFileSync } from 'node:fs'

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The running release of Carillon, such as `1.4.0`. All packages have the same version. */
export const carillonVersion = version
