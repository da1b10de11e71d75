import { createHash } from 'node:crypto'

/** A table with its columns, of which the first is of its primary key. */
export interface KnownTable {
  name: string
  columns: readonly { name: string; type: string; isNotNull: boolean }[]
}

type OfTable = (table: string) => string
type OfColumn = (table: string, column: string, type: string) => string

/** Changes of a table that exists, each of which the rules forbid. */
const ofTable: Readonly<Record<string, OfTable>> = {
  'drops the table': (t) => `drop table ${t} cascade`,
  'renames the table': (t) => `alter table ${t} rename to mutated`,
  'moves the table': (t) => `create schema mutated; alter table ${t} set schema mutated`,
  'truncates the table': (t) => `truncate ${t} cascade`,
  'locks the table': (t) => `lock table ${t}`,
  'locks the table against writes': (t) => `lock table ${t} in share mode`,
  'locks the table against others that write': (t) => `lock table ${t} in exclusive mode`,
  'rewrites the table': (t) => `alter table ${t} set unlogged`,
  'deletes all rows': (t) => `delete from ${t}`,
  'copies all rows': (t) => `create table mutated as select * from ${t}`,
  'inserts a row for each': (t) => `create table mutated (id int); insert into mutated select 1 from ${t}`,
  'changes rows in a block': (t) => `do $$ begin execute 'delete from ${t} where true'; end $$`,
  'adds a column that is not null': (t) => `alter table ${t} add column mutated int not null`,
  'adds a column with a default per row': (t) =>
    `alter table ${t} add column mutated uuid not null default gen_random_uuid()`,
  'adds a column that counts': (t) => `alter table ${t} add column mutated bigserial`,
  'adds an identity': (t) => `alter table ${t} add column mutated int generated always as identity`,
  'adds a computed column': (t) => `alter table ${t} add column mutated int generated always as (1) stored`,
  'adds a unique column': (t) => `alter table ${t} add column mutated int unique`,
  'adds a reference': (t) => `alter table ${t} add column mutated uuid references organization`,
  'adds a checked column': (t) => `alter table ${t} add column mutated int check (mutated > 0)`,
  'adds a check': (t) => `alter table ${t} add constraint mutated check (true)`,
  'adds a partition': (t) =>
    `create table mutated () inherits (${t}); alter table ${t} add column mutated int not null`,
  'hides rows': (t) => `alter table ${t} enable row level security`,
  'takes a right away': (t) => `revoke all on ${t} from current_user`,
  'adds two columns, one of them strictly': (t) =>
    `alter table ${t} add column mutated_a int, add column mutated_b int not null`,
}

/** Changes of a column that exists. */
const ofColumn: Readonly<Record<string, OfColumn>> = {
  'drops the column': (t, c) => `alter table ${t} drop column ${c} cascade`,
  'renames the column': (t, c) => `alter table ${t} rename column ${c} to mutated`,
  'changes the type': (t, c, type) =>
    `alter table ${t} alter column ${c} drop default, alter column ${c} type ${type === 'text' ? 'varchar(10)' : 'text'}`,
  'builds an index': (t, c) => `create index mutated on ${t} (${c})`,
  'builds a partial index': (t, c) => `create index mutated on ${t} (${c}) where ${c} is null`,
  'builds a unique index': (t, c) => `create unique index if not exists mutated on ${t} (${c})`,
  'builds an index in a block': (t, c) =>
    `do $$ begin execute format('create index mutated on %s (${c})', '${t}'); end $$`,
  'adds a unique constraint': (t, c) => `alter table ${t} add constraint mutated unique (${c})`,
  'adds a check of it': (t, c) => `alter table ${t} add constraint mutated check (${c} is not null)`,
  'changes all rows': (t, c) => `update ${t} set ${c} = ${c}`,
  'changes some rows': (t, c) => `update only ${t} set ${c} = default where ${c} is null`,
}

/** Spellings of the name of a table, which mean the same. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `public.${name}`,
  (name) => `"${name}"`,
  (name) => `/* only new */ ${name.toUpperCase()}`,
]

export interface Mutation {
  name: string
  table: string
  statement: string
}

/** Returns each of the forbidden changes above for each table and column, with the spellings in turn. */
export function mutationsOf(tables: readonly KnownTable[]): Mutation[] {
  let next = 0
  const spelled = (name: string) => spellings[next++ % spellings.length]?.(name) ?? name
  return tables.flatMap(({ name, columns }) => [
    ...Object.entries(ofTable).map(([what, of]) => ({
      name: `${what} ${name}`,
      table: name,
      statement: of(spelled(name)),
    })),
    ...columns.flatMap((column) => {
      const strict: Record<string, OfColumn> = column.isNotNull
        ? { 'allows null': (t, c) => `alter table ${t} alter column ${c} drop not null` }
        : { 'forbids null': (t, c) => `alter table ${t} alter column ${c} set not null` }
      return Object.entries({ ...ofColumn, ...strict }).map(([what, of]) => ({
        name: `${what} ${name}.${column.name}`,
        table: name,
        statement: of(spelled(name), `"${column.name}"`, column.type),
      }))
    }),
  ])
}

/** Returns `count` of the mutations, or all if there are fewer: for a `seed`, always the same ones. */
export function drawn(mutations: readonly Mutation[], { count, seed }: { count: number; seed: number }): Mutation[] {
  const orderOf = ({ name }: Mutation) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  const ordered = mutations.map((mutation) => ({ mutation, order: orderOf(mutation) }))
  return ordered
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, count)
    .map(({ mutation }) => mutation)
}

/** Changes of a table that exists, each of which the rules allow. */
export const allowed: Readonly<Record<string, OfTable>> = {
  'a column': (t) => `alter table ${t} add column permitted int`,
  'a column with a constant': (t) => `alter table ${t} add column permitted text not null default 'none'`,
  'a check of new rows': (t) => `alter table ${t} add constraint permitted check (true) not valid`,
  'a default': (t) =>
    `alter table ${t} add column permitted int; alter table ${t} alter column permitted set default 5`,
  'a reference of new rows': (t) =>
    `alter table ${t} add column permitted uuid;
      alter table ${t} add constraint permitted foreign key (permitted) references organization not valid`,
  'a trigger': (t) =>
    `create function permitted() returns trigger language plpgsql as 'begin return null; end';
      create trigger permitted after insert on ${t} for each row execute function permitted()`,
  'a new table': (t) =>
    `create table permitted (id int primary key, other uuid not null references organization); create index on permitted (other);
      insert into permitted select 1, gen_random_uuid() where false; comment on table ${t} is 'see permitted'`,
}
