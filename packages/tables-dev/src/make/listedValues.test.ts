import { expect, it } from 'vitest';
import { listedValues } from './listedValues.ts';

it.each([
  ["CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))", 'state', ['a', 'b']],
  [
    "CHECK (((state)::text = ANY ((ARRAY['a'::character varying, 'it''s'::character varying])::text[])))",
    'state',
    ['a', "it's"],
  ],
  ["CHECK ((VALUE = ANY (ARRAY['a'::text, 'b'::text])))", 'value', ['a', 'b']],
  [`CHECK (("myState" = 'a'::text))`, 'myState', ['a']],
  [
    "create table t (`state` varchar(9) DEFAULT NULL CHECK (`state` in ('a','b(c)')))",
    'state',
    ['a', 'b(c)'],
  ],
  ["CONSTRAINT `c` CHECK ((`state` in (_utf8mb4'a',_utf8mb4'b')))", 'state', ['a', 'b']],
  ["create table t (state text not null check(state IN ('a', 'b')), x int)", 'state', ['a', 'b']],
])('reads listed values from %s', (statement, column, values) => {
  expect(listedValues(statement)).toEqual([{ column, values }]);
});

it.each([
  "check (state in ('a', 'b') or state like 'x%')",
  "check (state in ('a', other))",
  "check (state not in ('a', 'b'))",
  "check (lower(state) in ('a', 'b'))",
  "check (state <> 'a')",
  "check (state in ('a') and size in ('b'))",
  "check (state in ('a\\'))",
  'check (size in (1, 2))',
  "check (state in (select 'a'))",
  "CHECK ((state = ALL (ARRAY['a'::text])))",
  "create table t (note text default 'check (state in (''a''))')",
  "create table t (state text) -- check (state in ('a'))",
])('ignores %s', (statement) => {
  expect(listedValues(statement)).toEqual([]);
});
