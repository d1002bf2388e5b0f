import { type Kysely, sql } from 'kysely';
import { defineTable, type TableDefinition } from '../src/index.ts';

export interface Cinema {
  films: { id: number; title: string };
  actors: { id: number; name: string; pay: number };
  film_actors: { film_id: number; actor_id: number; last_update: string | null };
  people: { id: number; name: string };
  follows: { id: number; follower_id: number; followed_id: number };
  ratings: { film_id: number; actor_id: number; stars: number };
}

/** Tables that join tables link: with a key of their own or of both references, and one that also has a value. */
export async function createCinema(db: Kysely<Cinema>): Promise<void> {
  const statements = [
    'create table films (id integer primary key, title varchar(20) not null)',
    'create table actors (id integer primary key, name varchar(20) not null, pay integer not null)',
    `create table film_actors (film_id integer not null, actor_id integer not null, last_update date,
      primary key (film_id, actor_id), foreign key (film_id) references films (id),
      foreign key (actor_id) references actors (id))`,
    'create table people (id integer primary key, name varchar(20) not null)',
    `create table follows (id integer primary key, follower_id integer not null, followed_id integer not null,
      unique (follower_id, followed_id), foreign key (follower_id) references people (id),
      foreign key (followed_id) references people (id))`,
    `create table ratings (film_id integer not null, actor_id integer not null, stars integer not null,
      primary key (film_id, actor_id), foreign key (film_id) references films (id),
      foreign key (actor_id) references actors (id))`,
    "insert into films values (1, 'Heat'), (2, 'Ronin'), (3, 'Alien')",
    "insert into actors values (1, 'Ann', 10), (2, 'Bo', 20), (3, 'Cy', 30), (4, 'Di', 40), (5, 'Ed', 50)",
    'insert into film_actors (film_id, actor_id) values (1, 1), (1, 2), (1, 4), (2, 1)',
    "insert into people values (1, 'Pia'), (2, 'Quin'), (3, 'Ray')",
    'insert into follows values (1, 1, 2), (2, 1, 3), (3, 2, 1)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const column = (table: string, name: string, label: string, ...meta: string[]) => ({
  label,
  name,
  data: `${table}.${name}`,
  meta,
});
const named = (routePrefix: string, name: string, columns: readonly object[]) =>
  ({ routePrefix, name, columns }) as never;
const rowOfBoth = (table: 'film_actors' | 'ratings') =>
  sql<string>`concat(${sql.ref(`${table}.film_id`)}, ',', ${sql.ref(`${table}.actor_id`)})`.as('dtRowId');

/** Ada sees all rows that link; Bob does not see those of actor 4. */
export const cinema = {
  films: {
    ...defineTable({
      template: named('films', 'Films', [column('films', 'title', 'Title', 'searchable')]),
      query: (db: Kysely<Cinema>) => db.selectFrom('films').select(['films.id as dtRowId', 'films.title']),
    }),
    records: { fields: { id: true, title: true }, create: true, delete: true },
  } as TableDefinition,
  actors: {
    ...defineTable({
      template: {
        ...(named('actors', 'Actors', [
          column('actors', 'name', 'Name', 'searchable', 'sortable', 'filterable', 'facet', 'sort:ASC'),
          { ...column('actors', 'pay', 'Pay', 'total'), number: {} },
        ]) as object),
        selectable: true,
        buttons: [
          {
            name: 'praise',
            type: 'global',
            action: 'ajax',
            method: 'PATCH',
            routeSuffix: 'praise',
            icon: 'star',
            class: '',
          },
        ],
      } as never,
      query: (db: Kysely<Cinema>) =>
        db.selectFrom('actors').select(['actors.id as dtRowId', 'actors.name', 'actors.pay']),
    }),
    actions: { praise: { rows: () => undefined } },
  } as unknown as TableDefinition,
  filmActors: {
    ...defineTable({
      template: named('film-actors', 'Cast', [
        column('film_actors', 'film_id', 'Film', 'filterable'),
        column('film_actors', 'actor_id', 'Actor', 'filterable'),
      ]),
      key: ['film_actors.film_id', 'film_actors.actor_id'],
      query: (db: Kysely<Cinema>, { user }) =>
        db
          .selectFrom('film_actors')
          .$if(user !== 'ada', (cast) => cast.where('film_actors.actor_id', '!=', 4))
          .select([rowOfBoth('film_actors'), 'film_actors.film_id', 'film_actors.actor_id']),
    }),
    records: {
      fields: { film: { column: 'film_actors.film_id' }, actor: { column: 'film_actors.actor_id' } },
      create: true,
      delete: true,
    },
  } as unknown as TableDefinition,
  people: defineTable({
    template: named('people', 'People', [column('people', 'name', 'Name')]),
    query: (db: Kysely<Cinema>) => db.selectFrom('people').select(['people.id as dtRowId', 'people.name']),
  }) as TableDefinition,
  follows: defineTable({
    template: named('follows', 'Follows', [
      column('follows', 'follower_id', 'Follower', 'filterable'),
      column('follows', 'followed_id', 'Followed', 'filterable'),
    ]),
    query: (db: Kysely<Cinema>) =>
      db
        .selectFrom('follows')
        .select(['follows.id as dtRowId', 'follows.follower_id', 'follows.followed_id']),
  }) as TableDefinition,
  ratings: defineTable({
    template: named('ratings', 'Ratings', [
      column('ratings', 'film_id', 'Film', 'filterable'),
      column('ratings', 'actor_id', 'Actor', 'filterable'),
      column('ratings', 'stars', 'Stars'),
    ]),
    key: ['ratings.film_id', 'ratings.actor_id'],
    query: (db: Kysely<Cinema>) =>
      db
        .selectFrom('ratings')
        .select([rowOfBoth('ratings'), 'ratings.film_id', 'ratings.actor_id', 'ratings.stars']),
  }) as TableDefinition,
};
