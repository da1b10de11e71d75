import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for uploads, which clients send in pieces: `upload` and `upload_piece`. Each piece is a file in
 * the media store until the upload is complete and they are joined to one file, whose id is `upload.file_id`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table upload (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      bytes bigint not null check (bytes > 0),
      received bigint not null default 0 check (received between 0 and bytes),
      filename text,
      filetype text,
      file_id uuid,
      content_type text,
      sha256 text,
      width integer,
      height integer,
      duration_seconds double precision,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    'create index upload_organization on upload (organization_id)',
    'create index upload_expires_at on upload (expires_at)',
    `create table upload_piece (
      upload_id uuid not null references upload on delete cascade,
      start_byte bigint not null,
      file_id uuid not null,
      content_type text,
      sha256 text not null,
      primary key (upload_id, start_byte)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
