export { noteSeenCodes, writeSeenCodes } from './seen-codes.ts'
export { freshDatabase, setupServer, teardownServer } from './template-database.ts'
