import type { Kysely } from 'kysely';
import type { Database } from '../../src/kernel/database/Database.ts';
import type { FileStore } from '../../src/kernel/files/FileStore.ts';
import type { TestS3Server } from '../../src/testing/startS3Server.ts';
import type { TestSmtpServer } from '../../src/testing/startSmtpServer.ts';
import type { Ledger } from './Ledger.fixture.ts';
import type { Balancer, Gateway } from './surroundings/gateway.fixture.ts';
import type { OwnPostgres } from './surroundings/ownPostgres.fixture.ts';
import type { ServiceProcess } from './surroundings/serviceProcess.fixture.ts';
import type { SmallDisk } from './surroundings/smallDisk.fixture.ts';

/** A user of the load. */
export interface Person {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** An accepted export or action. */
export interface AcceptedJob {
  readonly kind: 'export' | 'action';
  readonly id: string;
  readonly owner: Person;
  /** Its rows are the orders whose number contains this. */
  readonly search: string;
  /** Numbers of the orders in the downloaded file; null before the download, and for an action. */
  numbers: readonly string[] | null;
  hasEnded: boolean;
}

/** An upload with the status of its response, in order per user. */
export interface Upload {
  readonly owner: Person;
  readonly colour: number;
  readonly status: number;
}

/** A call of another program with the status of its response. */
export interface Call {
  readonly status: number;
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A running service, its dependencies, and the requests of the load. */
export interface Stage {
  readonly postgres: OwnPostgres;
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly smtp: TestSmtpServer;
  readonly smtpGateway: Gateway;
  /** Null if files are stored in a folder; otherwise the disk is null. */
  readonly s3: { readonly server: TestS3Server; readonly gateway: Gateway } | null;
  readonly disk: SmallDisk | null;
  /** The running web processes; an ended one is replaced. */
  readonly webs: ServiceProcess[];
  /** Addresses of the web processes. */
  readonly addresses: readonly string[];
  /** The running workers; a killed one is replaced. */
  readonly workers: ServiceProcess[];
  /** All processes ever started. */
  readonly processes: readonly ServiceProcess[];
  startWorker(): Promise<ServiceProcess>;
  /** Restarts the web process at this index, on its port. */
  startWeb(index: number): Promise<ServiceProcess>;
  readonly balancer: Balancer;
  readonly people: readonly Person[];
  readonly apiKey: string;
  /** Values that no process may print. */
  readonly secrets: readonly string[];
  readonly ledger: Ledger;
  readonly jobs: AcceptedJob[];
  /** Resolve when the jobs requested by faults have ended. */
  readonly following: Promise<void>[];
  readonly uploads: Upload[];
  /** Number of the call → its result. */
  readonly calls: Map<string, Call>;
  /** Killed web processes by address; their buffered log is lost. */
  readonly kills: { readonly address: string; readonly at: number }[];
  destroy(): Promise<void>;
}

let turn = 0;

/** The addresses of the ready web processes in turn. */
export function nextAddress({ balancer }: Stage): string {
  const addresses = balancer.ready();

  return addresses[turn++ % addresses.length] as string;
}
