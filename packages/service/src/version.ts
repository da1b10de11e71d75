import { readFileSync } from 'node:fs'

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The release of Carillon that is running; every package of the workspace has the same version. */
export const carillonVersion = version
