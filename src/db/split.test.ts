import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from './migrate.ts'
import { splitStatements } from './split.ts'

test('splits at semicolons outside of texts, names, comments and function bodies', () => {
  const statements = [
    "select 'a;b''c;', e'\\';' as \"d;\"\"e\"",
    "-- a comment; with a quote that's open\ncreate table t (a text default '$$;')",
    'create function f() returns void language plpgsql as $body$ begin perform $$;$$; end $body$',
    '/* another; */ select $1 as a, 5$$;$$',
  ]
  assert.deepEqual(splitStatements(`${statements.join(';\n')};\n-- the end;\n;`), statements)
})

test('every migration is a list of statements that each begin with a command', () => {
  for (const { name, sql } of readMigrations()) {
    const commands = splitStatements(sql).map((text) => text.replace(/^(\s|--[^\n]*\n)+/, '').split(/\s/)[0])
    assert.ok(commands.length > 0, name)
    for (const command of commands)
      assert.match(command!, /^(create|alter|drop|insert|update|delete|select|do|with|comment|set|lock|analyze)$/, name)
  }
})
