export interface EmbeddedPostgresOptions {
  /** The base directory, for the cluster, its password and its log. */
  dir: string
  /** The preferred port. If it is omitted, 0 or in use, a free port is chosen. */
  port?: number
  /** Whether to fail if the preferred port is in use, instead of choosing another one. */
  samePort?: boolean
  /** True to remove the directory on stop or when this process ends, and to flush nothing to disk. Default: false. */
  ephemeral?: boolean
  /** Settings of the server, which replace the default ones. */
  settings?: Record<string, string | number>
}
