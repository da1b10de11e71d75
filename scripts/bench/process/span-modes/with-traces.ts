// Loaded before a measured process: begins to export traces as the programs of the installation do, one in a hundred.
import { startTracing } from '@carillon/log'

await startTracing({ name: 'bench', version: '0.0.0', ratio: 0.01 })
