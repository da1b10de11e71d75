export { childEnv } from './child-env.ts'
export { type S3Server, startS3 } from './s3-server.ts'
export { noteSeenCodes, writeSeenCodes } from './seen-codes.ts'
export { freshDatabase, setupServer, teardownServer } from './template-database.ts'
