// Writes docs/reference and the types of packages/client from the tables; with --check it only reports whether the
// files are what the tables say.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApiDocument, referencePages } from '@carillon/contract'
import { clientTypes } from './client-types.ts'
import { dataRetentionPage } from './data-retention-page.ts'
import { scopesPage } from './scopes-page.ts'
import { settingsPage } from './settings-page.ts'
import { webhookRetriesPage } from './webhook-retries-page.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const root = join(import.meta.dirname, '..')
const folder = 'docs/reference'
const pages = Object.entries({
  ...referencePages(),
  'data-retention.md': dataRetentionPage(),
  'scopes.md': scopesPage(),
  'settings.md': settingsPage(),
  'webhook-retries.md': webhookRetriesPage(),
})
const files = [
  ...pages.map(([name, text]) => ({ path: `${folder}/${name}`, text })),
  { path: 'packages/client/src/schema.ts', text: await clientTypes(openApiDocument()) },
]

async function differing(): Promise<string[]> {
  const held = await readdir(join(root, folder)).catch(() => [])
  const expected = new Set(files.map(({ path }) => path))
  const surplus = held.map((name) => `${folder}/${name}`).filter((path) => !expected.has(path))
  const texts = await Promise.all(files.map(({ path }) => readFile(join(root, path), 'utf8').catch(() => null)))
  return [...files.filter(({ text }, index) => texts[index] !== text).map(({ path }) => path), ...surplus]
}

if (values.check) {
  const paths = await differing()
  for (const path of paths) console.error(`${path} is not what the tables say; run the reference script.`)
  process.exitCode = paths.length === 0 ? 0 : 1
} else {
  await mkdir(join(root, folder), { recursive: true })
  await Promise.all(files.map(({ path, text }) => writeFile(join(root, path), text)))
}
