import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../embedded-postgres/src/launchServer.ts';
import { createService } from '../../../src/definition/createService.ts';
import { connect, withSearchPath } from '../../../src/kernel/database/Database.ts';
import { openFileStore } from '../../../src/kernel/files/openFileStore.ts';
import { startS3Server } from '../../../src/testing/startS3Server.ts';
import { startSmtpServer } from '../../../src/testing/startSmtpServer.ts';
import { testPassword } from '../../../src/testing/startTestService.ts';
import { createLedger } from '../Ledger.fixture.ts';
import type { Person, Stage } from '../Stage.fixture.ts';
import { openGateway, startBalancer } from './gateway.fixture.ts';
import { startOwnPostgres } from './ownPostgres.fixture.ts';
import { prepareData } from './prepareData.fixture.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.fixture.ts';
import { mountSmallDisk } from './smallDisk.fixture.ts';

/** Retries are sooner than by default, so that a run takes minutes. */
const queues = {
  heavy: { concurrency: 2, heartbeatSeconds: 10, retryDelaySeconds: 1, retryDelayMaxSeconds: 5 },
  notifications: { heartbeatSeconds: 10, retryDelaySeconds: 1, retryDelayMaxSeconds: 4 },
  avatars: { heartbeatSeconds: 10, retryDelaySeconds: 1, retryDelayMaxSeconds: 4 },
};

/** Starts two web processes and two workers, with a separate database, mail server and storage. */
export async function openStage(storage: 's3' | 'disk'): Promise<Stage> {
  const closings: (() => Promise<unknown>)[] = [];
  const later = <Value>(value: Value, close: (value: Value) => Promise<unknown>): Value => {
    closings.push(() => close(value));

    return value;
  };
  const destroy = async () => {
    for (const close of closings.splice(0).reverse()) await close();
  };
  try {
    const postgres = later(await startOwnPostgres(), (server) => server.destroy());
    const url = withSearchPath(await postgres.create('faults'), 'rowhouse');
    const smtp = later(await startSmtpServer(), (server) => server.stop());
    const smtpGateway = later(await openGateway(smtp.port), (gateway) => gateway.close());
    const s3 = storage === 's3' ? await openS3() : null;
    const disk = storage === 'disk' ? later(await mountSmallDisk(), (mounted) => mounted.remove()) : null;
    const dataDir =
      disk?.folder ??
      later(await mkdtemp(join(tmpdir(), 'rowhouse-faults-')), (folder) => rm(folder, { recursive: true }));
    const secret = randomBytes(32).toString('hex');
    const environment: Record<string, string> = {
      NODE_ENV: 'production',
      DATABASE_URL: url,
      ROWHOUSE_SECRET: secret,
      ROWHOUSE_DATA_DIR: dataDir,
      ROWHOUSE_MAIL_FROM: 'Rowhouse <rowhouse@faults.example.com>',
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtpGateway.port}`,
      ROWHOUSE_QUEUES: JSON.stringify(queues),
      ...s3?.server.environment,
      ...(s3 && { ROWHOUSE_S3_ENDPOINT: `http://127.0.0.1:${s3.gateway.port}` }),
    };
    const { people: accounts, apiKey } = await prepareData(environment, dataDir);
    const connection = later(connect({ url, poolSize: 3, onIdleError: () => undefined }), (pool) =>
      pool.close(),
    );
    const config = createService().readConfig(environment, dataDir);
    const processes: ServiceProcess[] = [];
    closings.push(() => Promise.all(processes.map((running) => running.hasEnded() || running.kill())));
    const start = async (name: string, args: string[], ready: string, more: Record<string, string> = {}) => {
      const started = await startServiceProcess({
        name,
        args,
        ready,
        folder: dataDir,
        environment: { ...environment, ...more },
      });
      processes.push(started);

      return started;
    };
    let workerCount = 0;
    const startWorker = () => start(`worker ${++workerCount}`, ['work'], 'is processing jobs');
    const webs: ServiceProcess[] = [];
    const addresses: string[] = [];
    const startWeb = (index: number) =>
      start(`web ${index + 1}`, ['serve'], 'Ctrl+C', {
        ROWHOUSE_PORT: new URL(addresses[index] ?? '').port,
        ROWHOUSE_WORKERS: 'false',
      });
    for (const index of [0, 1]) {
      addresses.push(`http://127.0.0.1:${await freePort()}`);
      webs.push(await startWeb(index));
    }
    const balancer = later(startBalancer(addresses), (started) => started.stop());
    const workers = [await startWorker(), await startWorker()];
    const people: Person[] = [];
    const tokens: string[] = [];
    for (const { id, email } of accounts) {
      const token = await signIn(addresses[0] ?? '', email);
      tokens.push(token);
      people.push({ id, headers: { authorization: `Bearer ${token}` } });
    }
    const { credentials } = s3?.server ?? {};

    return {
      postgres,
      db: connection.db,
      files: await openFileStore(config),
      dataDir,
      smtp,
      smtpGateway,
      s3,
      disk,
      webs,
      addresses,
      workers,
      processes,
      startWorker,
      startWeb,
      balancer,
      people,
      apiKey,
      secrets: [
        secret,
        postgres.password,
        apiKey,
        testPassword,
        ...tokens,
        credentials?.secretAccessKey ?? secret,
      ],
      ledger: createLedger(),
      jobs: [],
      following: [],
      uploads: [],
      calls: new Map(),
      kills: [],
      destroy,
    };
  } catch (error) {
    await destroy();
    throw error;
  }

  async function openS3() {
    const server = later(await startS3Server(), (started) => started.stop());
    const gateway = later(await openGateway(Number(new URL(server.endpoint).port)), (opened) =>
      opened.close(),
    );

    return { server, gateway };
  }
}

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: testPassword }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`${email} could not sign in: ${response.status}`);

  return token;
}
