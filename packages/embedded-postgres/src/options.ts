export interface EmbeddedPostgresOptions {
  /** Base directory. Holds the cluster, its password and its log. */
  dir: string
  /** Preferred port; a free one is taken when it is busy or 0. */
  port?: number
  /** Fail rather than take another port when the preferred one is busy. */
  samePort?: boolean
  /** Remove the directory on stop, and trade durability for speed. */
  ephemeral?: boolean
  settings?: Record<string, string | number>
}
