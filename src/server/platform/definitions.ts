/**
 * Finds functions and triggers of the database that differ from those of the migrations (OPS-47).
 * They compare the seats of a lesson, and anyone with psql can replace one.
 */
import { readMigrations } from './migrations.ts';
import type pg from 'pg';

/** PostgreSQL's bits for the events of a trigger; 1 means "for each row", and "after" adds 0. */
const EVENTS = { INSERT: 4, DELETE: 8, UPDATE: 16 };

const FUNCTION = /CREATE (?:OR REPLACE )?FUNCTION "(\w+)"\([^)]*\)[^$]*\$\$(.*?)\$\$/gs;
const TRIGGER =
  /CREATE (?:CONSTRAINT )?TRIGGER "(\w+)" AFTER (.*?) ON "\w+".*?FOR EACH ROW(?: WHEN \([^)]*\))? EXECUTE FUNCTION "(\w+)"/gs;
const DROPPED = /DROP (?:FUNCTION|TRIGGER) "(\w+)"/g;

/**
 * Name and kind -> the body of a function, or the events and the function of an enabled trigger.
 */
let written: Map<string, string> | null = null;

function readWritten(): Map<string, string> {
  const found = new Map<string, string>();
  for (const sql of readMigrations()) {
    for (const [, name = ''] of sql.matchAll(DROPPED))
      for (const kind of ['function', 'trigger']) found.delete(`${kind} ${name}`);
    for (const [, name, body = ''] of sql.matchAll(FUNCTION)) found.set(`function ${name}`, body);
    for (const [, name, when = '', called] of sql.matchAll(TRIGGER)) {
      const events = Object.entries(EVENTS).filter(([event]) => when.includes(event));
      const type = events.reduce((sum, [, bit]) => sum + bit, 1);
      found.set(`trigger ${name}`, `${type} ${called} O`);
    }
  }
  return found;
}

/** The names of the functions and triggers that differ or are missing (OPS-47). */
export async function readChanged(
  client: Pick<pg.Pool, 'query'> | pg.ClientBase,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select 'function ' || proname as name, prosrc as definition from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'trigger ' || tgname, format('%s %s %s', tgtype, proname, tgenabled) from pg_trigger join pg_proc p on p.oid = tgfoid
    where not tgisinternal`);
  const stored = new Map(rows.map(({ name, definition }) => [name, definition]));
  written ??= readWritten();
  const changed = [...written].filter(([name, one]) => stored.get(name) !== one);
  return [...new Set(changed.map(([name]) => name.split(' ')[1] ?? name))];
}
