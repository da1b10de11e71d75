export { runCommand, UsageError } from './run-command.ts'
