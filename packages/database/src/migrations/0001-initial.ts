import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for organizations, keys, profiles, connections, the journal of publishes, media, quotas and
 * charges. A profile's metadata and stored responses are `json`, which keeps the order of keys; other JSON is `jsonb`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table organization (
    id uuid primary key,
    name text not null,
    card_on_file boolean not null default false,
    created_at timestamptz not null
  )`,
  `create table allowed_origin (
    organization_id uuid not null references organization on delete cascade,
    origin text not null,
    primary key (organization_id, origin)
  )`,
  `create table profile (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    name text not null,
    external_id text,
    metadata json,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint profile_name unique (organization_id, name),
    constraint profile_external_id unique (organization_id, external_id)
  )`,
  `create table api_key (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid references profile on delete cascade,
    name text,
    hash bytea not null unique,
    last4 text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz
  )`,
  `create index api_key_organization on api_key (organization_id)`,
  `create function notify_api_key() returns trigger language plpgsql as $$
  begin
    perform pg_notify('api_key', old.id::text);
    return null;
  end $$`,
  `create trigger api_key_gone after delete on api_key for each row execute function notify_api_key()`,
  `create table request_window (
    key_id uuid not null references api_key on delete cascade,
    started_at timestamptz not null,
    used integer not null,
    primary key (key_id, started_at)
  )`,
  `create table idempotent_answer (
    organization_id uuid not null references organization on delete cascade,
    operation text not null,
    key text not null,
    body_hash bytea not null,
    status integer,
    body json,
    created_at timestamptz not null,
    primary key (organization_id, operation, key)
  )`,
  `create table connection_session (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    platform text not null,
    auth_method text,
    redirect_url text,
    status text not null,
    state_hash bytea unique,
    selection_hash bytea unique,
    sealed bytea,
    account_ids uuid[] not null default '{}',
    error_code text,
    error_message text,
    request_id text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    completed_at timestamptz
  )`,
  `create index connection_session_profile on connection_session (profile_id)`,
  `create table account (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    platform text not null,
    provider_id text not null,
    display_identifier text,
    display_name text,
    avatar_url text,
    auth_method text,
    status text not null,
    scopes text[] not null,
    missing_scopes text[] not null,
    analytics boolean not null default false,
    inbox boolean not null default false,
    connected_at timestamptz not null,
    updated_at timestamptz not null,
    constraint account_provider unique (profile_id, platform, provider_id)
  )`,
  `create index account_organization on account (organization_id)`,
  `create table credential (
    account_id uuid primary key references account on delete cascade,
    generation integer not null,
    sealed bytea not null,
    expires_at timestamptz,
    refreshing_since timestamptz,
    refreshed_at timestamptz not null
  )`,
  `create index credential_expiry on credential (expires_at)`,
  `create table publication (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid not null,
    account_id uuid not null,
    platform text not null,
    request_id text not null,
    status text not null,
    payload jsonb not null,
    state jsonb not null,
    open_step text,
    attempt integer not null default 0,
    attempted_at timestamptz,
    settle_at timestamptz,
    lookups integer not null default 0,
    version integer not null default 0,
    tries integer not null default 0,
    crashes integer not null default 0,
    running_since timestamptz,
    running_by text,
    wake_at timestamptz,
    accepted_at timestamptz,
    post_ids text[] not null default '{}',
    permalink text,
    error jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index publication_organization on publication (organization_id, id desc)`,
  `create index publication_account on publication (account_id, id desc)`,
  `create index publication_request on publication (request_id)`,
  `create index publication_wake on publication (wake_at) where wake_at is not null`,
  `create table publication_attempt (
    publication_id uuid not null references publication on delete cascade,
    number integer not null,
    step text not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    outcome text,
    error_code text,
    request_id text not null,
    primary key (publication_id, number)
  )`,
  `create function notify_publication() returns trigger language plpgsql as $$
  begin
    perform pg_notify('publication', new.id::text);
    return null;
  end $$`,
  `create trigger publication_moved after update of status on publication
    for each row when (old.status is distinct from new.status) execute function notify_publication()`,
  `create table media_file (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    publication_id uuid references publication on delete cascade,
    content_type text not null,
    bytes bigint not null,
    sha256 text not null,
    width integer,
    height integer,
    duration_seconds double precision,
    created_at timestamptz not null
  )`,
  `create index media_file_publication on media_file (publication_id)`,
  `create table media_link (
    hash bytea primary key,
    media_id uuid not null references media_file on delete cascade,
    publication_id uuid not null references publication on delete cascade,
    attempt integer not null,
    sealed bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    fetched_at timestamptz
  )`,
  `create index media_link_publication on media_link (publication_id, attempt)`,
  `create table day_budget (
    bucket text not null,
    day date not null,
    used integer not null default 0,
    closed boolean not null default false,
    primary key (bucket, day)
  )`,
  `create table rate (
    name text not null,
    key text not null,
    taken_at timestamptz[] not null,
    primary key (name, key)
  )`,
  `create table charge (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid not null,
    account_id uuid not null,
    platform text not null,
    operation text not null,
    count integer not null,
    unit_price bigint not null,
    reference text unique,
    at timestamptz not null
  )`,
  `create index charge_organization on charge (organization_id, platform, at)`,
]
