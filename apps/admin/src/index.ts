export { ConfigError } from '@carillon/service'
export { openCommands, runCommand } from './run-command.ts'
export { UsageError } from './usage-error.ts'
export { markdownOf } from './verification-markdown.ts'
