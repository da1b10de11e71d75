// Writes docs/reference, the runbooks, the rules and dashboards of infra/observability and the types of packages/client
// from the tables; with --check it only reports whether the files are what the tables say.
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApiDocument, referencePages } from '@carillon/contract'
import { cliOperations, cliPosts } from './cli-operations.ts'
import { cliPages } from './cli-pages.ts'
import { clientErrors, clientExports, clientOperations } from './client-operations.ts'
import { clientTypes } from './client-types.ts'
import { brunoCollection } from './collections/bruno.ts'
import { postmanCollection } from './collections/postman.ts'
import { dataRetentionPage } from './data-retention-page.ts'
import { n8nOperations } from './n8n/operations.ts'
import { grafanaDashboards } from './observability/dashboards.ts'
import { metricsPage, runbooks, sloPage } from './observability/pages.ts'
import { prometheusRules } from './observability/rules.ts'
import { scopesPage } from './scopes-page.ts'
import { settingsPage } from './settings-page.ts'
import { webhookRetriesPage } from './webhook-retries-page.ts'

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
})
const root = join(import.meta.dirname, '..')
const folder = 'docs/reference'
const pages = Object.entries({
  ...referencePages(),
  'data-retention.md': dataRetentionPage(),
  'metrics.md': metricsPage(),
  'scopes.md': scopesPage(),
  'settings.md': settingsPage(),
  'webhook-retries.md': webhookRetriesPage(),
})
const bruno = Object.entries(brunoCollection(openApiDocument())).map(([path, text]) => ({
  path: `${folder}/collections/bruno/${path}`,
  text,
}))
const files = [
  ...pages.map(([name, text]) => ({ path: `${folder}/${name}`, text })),
  { path: 'packages/client/src/schema.ts', text: await clientTypes(openApiDocument()) },
  { path: 'docs/slo.md', text: sloPage() },
  ...Object.entries(runbooks()).map(([path, text]) => ({ path, text })),
  { path: 'infra/observability/prometheus/carillon.rules.yaml', text: prometheusRules() },
  ...Object.entries(grafanaDashboards()).map(([name, text]) => ({ path: `infra/observability/grafana/${name}`, text })),
  { path: 'packages/client/src/generated/operations.ts', text: clientOperations(openApiDocument()) },
  { path: 'packages/client/src/generated/errors.ts', text: clientErrors(openApiDocument()) },
  {
    path: 'packages/n8n-nodes-carillon/nodes/Carillon/generated/operations.ts',
    text: n8nOperations(openApiDocument()),
  },
  { path: 'packages/client/src/generated/exports.ts', text: clientExports(openApiDocument()) },
  { path: 'apps/cli/src/generated/operations.ts', text: cliOperations(openApiDocument()) },
  { path: 'apps/cli/src/generated/posts.ts', text: cliPosts(openApiDocument()) },
  ...Object.entries(cliPages()).map(([name, text]) => ({ path: `docs/reference/cli/${name}`, text })),
  { path: `${folder}/collections/carillon.postman_collection.json`, text: postmanCollection(openApiDocument()) },
  ...bruno,
]
/** Folders that contain no other files. */
const folders = [
  folder,
  `${folder}/cli`,
  `${folder}/collections`,
  ...new Set(bruno.map(({ path }) => dirname(path))),
  'docs/runbooks',
  'infra/observability/grafana',
]

async function differing(): Promise<string[]> {
  const expected = new Set(files.map(({ path }) => path))
  const listed = folders.map(async (of) =>
    (await readdir(join(root, of), { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${of}/${name}`),
  )
  const surplus = (await Promise.all(listed)).flat().filter((path) => !expected.has(path))
  const texts = await Promise.all(files.map(({ path }) => readFile(join(root, path), 'utf8').catch(() => null)))
  return [...files.filter(({ text }, index) => texts[index] !== text).map(({ path }) => path), ...surplus]
}

if (values.check) {
  const paths = await differing()
  for (const path of paths) console.error(`${path} is not what the tables say; run the reference script.`)
  process.exitCode = paths.length === 0 ? 0 : 1
} else {
  const changed = (await differing()).length > 0
  for (const { path } of files) await mkdir(dirname(join(root, path)), { recursive: true })
  await Promise.all(files.map(({ path, text }) => writeFile(join(root, path), text)))
  // The pages of the command line are made from files that have just been written, which this process has read before.
  if (changed && !values.again) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, '--again'], { stdio: 'inherit' })
    process.exitCode = status ?? 1
  }
}
