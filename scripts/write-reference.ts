// Writes docs/reference from the tables; with --check it only tells whether the files are what the tables say.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { referencePages } from '@carillon/contract'
import { dataRetentionPage } from './data-retention-page.ts'
import { settingsPage } from './settings-page.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const folder = join(import.meta.dirname, '../docs/reference')
const pages = Object.entries({
  ...referencePages(),
  'data-retention.md': dataRetentionPage(),
  'settings.md': settingsPage(),
})

async function differing(): Promise<string[]> {
  const held = await readdir(folder).catch(() => [])
  const expected = new Set(pages.map(([name]) => name))
  const surplus = held.filter((name) => !expected.has(name))
  const texts = await Promise.all(pages.map(([name]) => readFile(join(folder, name), 'utf8').catch(() => null)))
  return [...pages.filter(([, text], index) => texts[index] !== text).map(([name]) => name), ...surplus]
}

if (values.check) {
  const names = await differing()
  for (const name of names)
    console.error(`docs/reference/${name} is not what the tables say; run the reference script.`)
  process.exitCode = names.length === 0 ? 0 : 1
} else {
  await mkdir(folder, { recursive: true })
  await Promise.all(pages.map(([name, text]) => writeFile(join(folder, name), text)))
}
