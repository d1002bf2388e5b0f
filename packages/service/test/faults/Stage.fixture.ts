import type { Kysely } from 'kysely';
import type { Database } from '../../src/kernel/database/Database.ts';
import type { FileStore } from '../../src/kernel/files/FileStore.ts';
import type { TestS3Server } from '../../src/testing/startS3Server.ts';
import type { TestSmtpServer } from '../../src/testing/startSmtpServer.ts';
import type { Ledger } from './Ledger.fixture.ts';
import type { Balancer } from './surroundings/balancer.fixture.ts';
import type { Gateway } from './surroundings/gateway.fixture.ts';
import type { OwnPostgres } from './surroundings/ownPostgres.fixture.ts';
import type { ServiceProcess } from './surroundings/serviceProcess.fixture.ts';
import type { SmallDisk } from './surroundings/smallDisk.fixture.ts';

/** Somebody of the load. */
export interface Person {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** An export or an action that was accepted. */
export interface AcceptedJob {
  readonly kind: 'export' | 'action';
  readonly id: string;
  readonly owner: Person;
  /** Its rows are the orders with this in their number. */
  readonly search: string;
  /** Numbers of the orders in the downloaded file; null until there is one, or of an action. */
  numbers: readonly string[] | null;
  hasEnded: boolean;
}

/** An upload, in the order of its user; `status` as answered. */
export interface Upload {
  readonly owner: Person;
  readonly colour: number;
  readonly status: number;
}

/** A call of another program; `status` as answered. */
export interface Call {
  readonly status: number;
  readonly address: string;
  /** Milliseconds of the clock. */
  readonly at: number;
}

/** A running service, all that it needs, and what was asked of it. */
export interface Stage {
  readonly postgres: OwnPostgres;
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly smtp: TestSmtpServer;
  readonly smtpGateway: Gateway;
  /** Null where files are in a folder; the disk is null otherwise. */
  readonly s3: { readonly server: TestS3Server; readonly gateway: Gateway } | null;
  readonly disk: SmallDisk | null;
  /** Those that run; one that was ended is replaced. */
  readonly webs: ServiceProcess[];
  /** Addresses of the web processes. */
  readonly addresses: readonly string[];
  /** Those that run; a killed one is replaced. */
  readonly workers: ServiceProcess[];
  /** All that were ever started. */
  readonly processes: readonly ServiceProcess[];
  startWorker(): Promise<ServiceProcess>;
  /** Starts the web process of that place again, on its port. */
  startWeb(place: number): Promise<ServiceProcess>;
  /** Knows which web processes are ready. */
  readonly balancer: Balancer;
  readonly people: readonly Person[];
  readonly apiKey: string;
  /** What no process may print. */
  readonly secrets: readonly string[];
  readonly ledger: Ledger;
  readonly jobs: AcceptedJob[];
  /** Ends when the jobs that faults have ordered have ended. */
  readonly following: Promise<void>[];
  readonly uploads: Upload[];
  /** Number of the call → what became of it. */
  readonly calls: Map<string, Call>;
  /** Web processes that were killed, by their address; what they had still to log is lost. */
  readonly kills: { readonly address: string; readonly at: number }[];
  destroy(): Promise<void>;
}

let turn = 0;

/** The web processes that are ready take turns. */
export function nextAddress({ balancer }: Stage): string {
  const addresses = balancer.ready();

  return addresses[turn++ % addresses.length] as string;
}
