import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startS3Server, type TestS3Server } from '../../packages/service/src/testing/startS3Server.ts';
import { root } from '../../scripts/packages.ts';
import { patience } from '../patience.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { copyTracked } from './copyTracked.ts';
import { freePort } from './freePort.ts';
import { readSteps } from './guide.ts';
import { run } from './tarballs.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { Transcript } from './transcript.ts';

// Installs packages.
takesMinutes(10);

/** The operator's guide, pasted block by block, against a PostgreSQL server and an S3-compatible storage. */
const guide = 'docs/guides/deploying.md';
const postgres = inject('postgresUrl').replace(/(?<=\w)\/\w*$/, '');
const hasPsql = spawnSync('psql', ['--version']).status === 0;
if (!hasPsql) console.warn(`${guide} is not run: psql is not installed.`);

describe.skipIf(postgres === '' || !hasPsql)('The guide for operators', () => {
  const transcript = new Transcript('operator.md');
  const database = `walk_${process.pid}_${randomBytes(4).toString('hex')}`;
  let scratch: string;
  let s3: TestS3Server;
  let terminal: Terminal;
  let ports: readonly [string, string];

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'rowhouse-operator-'));
    await mkdir(join(scratch, 'source'));
    await copyTracked(join(scratch, 'source'));
    s3 = await startS3Server();
    ports = [String(await freePort()), String(await freePort())];
    terminal = await openTerminal(scratch, transcript);
  });

  afterAll(async () => {
    await terminal?.close();
    await s3?.stop();
    const drop = `drop database if exists ${database} with (force); drop role if exists ${database}`;
    await run(
      drop
        .split('; ')
        .map((statement) => `psql --quiet '${postgres}/postgres' -c '${statement}'`)
        .join('\n'),
      tmpdir(),
    );
    await rm(scratch, { recursive: true, force: true });
  });

  it('works when it is pasted', async () => {
    const values: Readonly<Record<string, string>> = {
      REPOSITORY: join(scratch, 'source'),
      BASE_URL: 'https://tables.example.com',
      POSTGRES: postgres,
      DATABASE: database,
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: s3.bucket,
      S3_KEY: s3.credentials.accessKeyId,
      S3_SECRET: `'${s3.credentials.secretAccessKey}'`,
    };
    hide(values);
    const own = (command: string) =>
      command
        .replace(/^([A-Z0-9_]+)=(\S+|'[^']*')( +#.*)?$/gm, (line, name) =>
          values[name] === undefined ? line : `${name}=${values[name]}`,
        )
        .replaceAll(/(timeout|--retry) 60\b/g, `$1 ${60 * patience}`)
        .replaceAll(/\b3001\b/g, ports[0])
        .replaceAll(/\b3002\b/g, ports[1]);
    const steps = await readSteps(guide, 'Without Docker');
    expect(Object.keys(checks).filter((name) => !steps.some(({ heading }) => heading === name))).toEqual([]);

    let heading = '';
    for (const step of steps) {
      if (step.heading !== heading) transcript.heading(step.heading);
      heading = step.heading;
      const printed = await terminal.run(step.commands, own);
      await checks[`${heading}`]?.(printed);
    }
    await transcript.write(
      'The operator’s walk',
      'The guide on [deploying without Docker](../guides/deploying.md#without-docker), pasted block by block.',
      ['node', 'npm', 'psql', 'curl', 'git'],
    );
  });

  it('has units that systemd understands', async () => {
    const text = await readFile(join(root, guide), 'utf8');
    const [, web = '', unit = ''] =
      /^`\/etc\/systemd\/system\/([\w@.-]+)`[^\n]*\n\n```ini\n([\s\S]*?)^```$/m.exec(text) ?? [];
    // The unit of the workers is made from it, by the command of the guide.
    const [, command = '', work = ''] = /^ +(sed .+ > (\S+))\)$/m.exec(text) ?? [];
    // systemd looks whether the program is there.
    await writeFile(join(scratch, web), unit.replaceAll('/opt/rowhouse', join(scratch, 'rowhouse')));
    await run(command, scratch);
    const made = await readFile(join(scratch, work), 'utf8');
    expect([web, work]).toEqual(['rowhouse-web@.service', 'rowhouse-work@.service']);
    expect(
      made.match(/^(Description|Environment|ExecStart)=.*(worker %i|DATA_DIR=\S+| work)$/gm),
    ).toHaveLength(3);
    expect(made).not.toContain('ROWHOUSE_PORT');
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
      console.warn('The units are not verified: systemd-analyze is not installed.');
      return;
    }
    for (const name of [web, work]) {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(scratch, name)], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
    }
  });

  /** What is of this machine is shown as the guide has it. */
  function hide(values: Readonly<Record<string, string>>): void {
    transcript.show(values.REPOSITORY ?? '', 'https://git.example.com/rowhouse.git');
    transcript.show(scratch, '~');
    transcript.show(s3.endpoint, 'https://s3.example.com');
    transcript.show(s3.bucket, 'rowhouse-files');
    transcript.show(s3.credentials.accessKeyId, 'AKIDEXAMPLE');
    transcript.show(database, 'rowhouse');
    transcript.show(new URL(postgres).host, '127.0.0.1:5432');
    transcript.show(ports[0], '3001');
    transcript.show(ports[1], '3002');
  }

  /** What has to come of the steps of a heading, by what was printed. */
  const checks: Readonly<Record<string, (printed: string) => Promise<void> | void>> = {
    'The program': (printed) => expect(printed).toMatch(/^v24\./m),
    'The tables, and the first administrator': (printed) =>
      expect(printed).toContain('Created ada@example.com with the role administrator.'),
    'Two workers, two web processes': (printed) => {
      // Both responses of each web process, and then the list of workers.
      if (printed.includes('client_addr')) expect(printed).toContain('(2 rows)');
      else expect(printed.match(/\{"status":"ok"\}/g)).toHaveLength(4);
    },
    'Sign in, and request rows': (printed) => {
      const [status, email, rows = ''] = lines(printed);
      expect([status, email]).toEqual(['200', 'ada@example.com']);
      expect(JSON.parse(rows)).toMatchObject({ count: 1, filtered: 1 });
    },
    'An export: requested from web 1, written by a worker, downloaded from web 2': async (printed) => {
      const stored = [...s3.objects].filter(([key]) => key.startsWith('exports/'));
      expect(stored).toHaveLength(1);
      if (printed.startsWith('<Key>')) {
        expect(printed).toContain(`<Key>${stored[0]?.[0]}\n`);
        return;
      }
      const [ordered, job = '', downloaded, ...events] = lines(printed);
      const file = await readFile(join(scratch, 'rowhouse/users.xlsx'));
      expect(JSON.parse(job)).toMatchObject({
        kind: 'export',
        table: 'users',
        status: 'finalized',
        entries: 1,
      });
      expect([ordered, downloaded]).toEqual(['202', `200, ${file.length} bytes`]);
      expect(events).toEqual(['event: job', 'event: notification']);
      expect(file.equals(stored[0]?.[1].bytes ?? Buffer.of())).toBe(true);
      expect((await readSheet(file)).flat()).toContain('ada@example.com');
      // The stream was open at web 2, and the export ordered at web 1.
      expect(await readFile(join(scratch, 'rowhouse/stream.txt'), 'utf8')).toContain('export.finalized');
    },
    'An avatar: uploaded to web 1, shown by web 2': async (printed) => {
      expect(lines(printed)).toEqual(['200 image/webp']);
      const { data, info } = await sharp(join(scratch, 'rowhouse/me.webp'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 256, height: 256 });
      expect([data[0], data[1]]).toEqual([expect.closeTo(255, -1), expect.closeTo(99, -1)]);
    },
    'A restart without downtime': async (printed) => {
      expect(lines(printed)).toEqual(['    100 200']);
      // Web 1 was unavailable, and web 2 was called.
      expect(await readFile(join(scratch, 'rowhouse/answers.txt'), 'utf8')).toMatch(/^000$/m);
    },
    'Stop all processes': (printed) => expect(printed).toContain('Stopped.'),
  };
});

/** The lines with something on them. */
function lines(printed: string): string[] {
  return printed.split('\n').filter((line) => line.trim() !== '');
}
