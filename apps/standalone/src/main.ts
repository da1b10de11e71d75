import { join, resolve } from 'node:path'
import { startStandalone } from './standalone.ts'

const root = join(import.meta.dirname, '../../..')
const standalone = await startStandalone({
  dataDir: resolve(process.env['DATA_DIR'] ?? join(root, '.carillon')),
  databaseUrl: process.env['DATABASE_URL'],
  gatewayPort: Number(process.env['GATEWAY_PORT'] ?? 8080),
  sandboxPort: Number(process.env['SANDBOX_PORT'] ?? 8090),
  env: process.env,
})

const { gatewayUrl, sandboxUrl, dashboardUrl, apiKey } = standalone.report()
process.stdout.write(`
Carillon is ready.
  gateway    ${gatewayUrl}
  dashboard  ${dashboardUrl}
  reference  ${gatewayUrl}/docs
  sandbox    ${sandboxUrl}
  API key    ${apiKey}
`)

let stopping: Promise<void> | undefined
function stop(): void {
  stopping ??= standalone.stop().then(() => {
    process.stdout.write('Carillon has stopped.\n')
    process.exit(0)
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
