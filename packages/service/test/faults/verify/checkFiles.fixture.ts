import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { colourOf } from '../load/loadUploads.fixture.ts';
import { nextAddress, type Stage } from '../Stage.fixture.ts';
import type { Checked } from './checkRequests.fixture.ts';

const patience = 300_000;

/** The last upload is served, every record has its file, and no other file is stored. */
export async function checkFiles(stage: Stage): Promise<Checked> {
  const { db, people, uploads, ledger } = stage;
  const findings: string[] = [];
  let served = 0;
  for (const { id, headers } of people.slice(1)) {
    const own = uploads.filter(({ owner }) => owner.id === id);
    const last = own.findLastIndex(({ status }) => status === 200);
    // A failed upload may have been stored.
    const possible = own.slice(last).map(({ colour }) => colour);
    const row = await db.selectFrom('avatars').select('url').where('user_id', '=', id).executeTakeFirst();
    const image = await ledger.ask('avatar shown', new URL(row?.url ?? '/', nextAddress(stage)).href, {
      headers,
    });
    const colour = image.status === 200 ? await colourOf(image.bytes) : null;
    if (colour === null || !possible.includes(colour)) {
      findings.push(
        `upload of user ${id}: shows ${colour}, and not one of ${possible.join()} (${image.status})`,
      );
    } else if (colour === possible[0]) served++;
  }
  const orphans = await findOrphans(stage);
  findings.push(...orphans);
  const accepted = uploads.filter(({ status }) => status === 200).length;

  return {
    facts: [
      {
        what: 'uploads answered with 200',
        count: accepted,
        lost: findings.length - orphans.length,
        remark: `the last one of each user is what is shown (${served} of ${people.length - 1})`,
      },
      {
        what: 'files orphaned or missing',
        count: orphans.length,
        lost: orphans.length,
        remark: 'after the sweep of a starting worker',
      },
    ],
    findings,
  };
}

/** The orphans after the sweep of a starting worker. */
async function findOrphans(stage: Stage): Promise<string[]> {
  await stage.workers[0]?.stop();
  stage.workers[0] = await stage.startWorker();
  let orphans = await orphansOf(stage);
  for (const until = Date.now() + patience; orphans.length > 0 && Date.now() < until; ) {
    await wait(250);
    orphans = await orphansOf(stage);
  }

  return orphans;
}

async function orphansOf({ db, files, dataDir }: Stage): Promise<string[]> {
  const exports = await db.selectFrom('table_jobs').select('file').where('file', 'is not', null).execute();
  const avatars = await db
    .selectFrom('avatar_files')
    .leftJoin('avatars', 'avatars.file_id', 'avatar_files.id')
    .select(['key', 'avatars.id as avatar'])
    .execute();
  const recorded = new Set([...exports.map(({ file }) => file ?? ''), ...avatars.map(({ key }) => key)]);
  const stored = new Set([...(await files.list('exports')), ...(await files.list('avatars'))]);
  const partial = await readdir(join(dataDir, 'exports')).catch(() => []);

  return [
    ...partial.map((name) => `orphaned: exports/${name}`),
    ...[...stored].filter((key) => !recorded.has(key)).map((key) => `stored, and not recorded: ${key}`),
    ...[...recorded].filter((key) => !stored.has(key)).map((key) => `recorded, and not stored: ${key}`),
    ...avatars.filter(({ avatar }) => avatar === null).map(({ key }) => `recorded, and no avatar's: ${key}`),
  ];
}
