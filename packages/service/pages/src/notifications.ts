import type { TableJob } from '@rowhouse/table-protocol';
import { isJobOpen } from '@rowhouse/table-protocol/internal';
import { readonly, shallowReactive } from 'vue';
import type {
  Notification,
  NotificationList,
  StreamEvents,
} from '../../src/modules/notifications/messages.ts';
import type { JobList } from '../../src/modules/tableJobs/messages.ts';
import { ApiError, request } from './api/request.ts';
import { announceTables, wakeTables } from './liveTables.ts';

interface Notifications {
  /** False until the list and the jobs were read, or could not be. */
  isRead: boolean;
  /** The newest first. */
  list: readonly Notification[];
  unread: number;
  total: number;
  /** Running exports and actions. */
  jobs: readonly TableJob[];
  /** The last exports and actions that have ended. */
  ended: readonly TableJob[];
}

const shown = 20;
/** Most ended jobs. */
const mostEnded = 5;
const nothing: Notifications = { isRead: false, list: [], unread: 0, total: 0, jobs: [], ended: [] };
const state = shallowReactive<Notifications>({ ...nothing });
let stream: EventSource | null = null;
/** The process that the page was loaded from; null without `serve --watch`. */
let knownProcess: string | null = null;
let reading: Promise<void> | null = null;
/** Whether something has changed since the current request was sent. */
let isOutdated = false;

/** Notifications and running jobs of the user. Changed only by the functions of this file. */
export const notifications = readonly(state);

/** Reads the notifications, and receives new ones until `stopListening`. */
export function startListening(): void {
  if (stream) return;

  stream = new EventSource('/api/core/notifications/stream');
  // After every connection, because events between two connections are lost.
  stream.addEventListener('open', () => void refresh());
  // Without a stream, the list is read once.
  stream.addEventListener('error', () => void refresh(), { once: true });
  stream.addEventListener('error', () => announceTables([]));
  stream.addEventListener('notification', ({ data }) => addNotification(JSON.parse(data) as Notification));
  // Read or removed on another page.
  stream.addEventListener('changed', () => void refresh());
  // Closed explicitly, because an EventSource reconnects automatically.
  stream.addEventListener('closed', () => {
    stream?.close();
    announceTables([]);
  });
  stream.addEventListener('live-tables', ({ data }) => announceTables(pathsOf(data)));
  stream.addEventListener('table-changes', ({ data }) => wakeTables(pathsOf(data)));
  stream.addEventListener('process', ({ data }) =>
    reloadFrom((JSON.parse(data) as StreamEvents['process']).id),
  );
  stream.addEventListener('job', ({ data }) => addJob(JSON.parse(data) as TableJob));
}

/** In development, another process may have another application. */
function reloadFrom(process: string): void {
  if (knownProcess !== null && knownProcess !== process) location.reload();
  knownProcess = process;
}

const pathsOf = (data: string) => (JSON.parse(data) as StreamEvents['live-tables' | 'table-changes']).paths;

export function stopListening(): void {
  stream?.close();
  announceTables([]);
  stream = null;
  Object.assign(state, nothing);
}

/** The stream causes these requests, not the user. */
const read = <Body>(path: string) => request<Body>('GET', path, undefined, { isBackground: true });

/**
 * Reads the list and the jobs again, one request after another. Failures are ignored until the next time.
 *
 * What an event adds while they are read may be missing in the answer, so they are then read once more.
 */
export function refresh(): Promise<void> {
  isOutdated = true;
  reading ??= readUntilCurrent().finally(() => {
    reading = null;
  });
  return reading;
}

async function readUntilCurrent(): Promise<void> {
  while (isOutdated) {
    isOutdated = false;
    await readOnce();
  }
}

async function readOnce(): Promise<void> {
  const requestedFor = stream;
  const [list, exports, actions, imports] = await Promise.allSettled([
    read<NotificationList>(`/api/core/notifications?limit=${shown}`),
    read<JobList>('/api/exports'),
    read<JobList>('/api/actions'),
    read<JobList>('/api/imports'),
  ]);

  // The user has changed in the meantime.
  if (stream !== requestedFor) return;

  if (list.status === 'fulfilled') {
    const { data, unread, total } = list.value;
    Object.assign(state, { list: data, unread, total });
  }
  const jobs = [exports, actions, imports]
    .flatMap((result) => (result.status === 'fulfilled' ? result.value.data : []))
    // All kinds are numbered together, the newest last.
    .sort((one, other) => Number(other.id) - Number(one.id));
  state.isRead = true;
  state.jobs = jobs.filter(isJobOpen);
  state.ended = jobs.filter((job) => !isJobOpen(job)).slice(0, mostEnded);
}

/** @throws ApiError */
export async function markRead(notification: Notification): Promise<void> {
  if (notification.readAt !== null) return;
  await request('PATCH', `/api/core/notifications/${notification.id}/read`);
  replace({ ...notification, readAt: new Date().toISOString() });
  state.unread = Math.max(0, state.unread - 1);
}

/** @throws ApiError */
export async function markAllRead(): Promise<void> {
  await request('PATCH', '/api/core/notifications/read');
  await refresh();
}

/** @throws ApiError */
export async function removeNotification({ id }: Notification): Promise<void> {
  await request('DELETE', `/api/core/notifications/${id}`);
  await refresh();
}

/**
 * If the job has ended meanwhile (409), shows its result.
 *
 * @throws ApiError
 */
export async function cancelJob({ path }: TableJob): Promise<void> {
  try {
    addJob(await request<TableJob>('DELETE', path));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    await refresh();
  }
}

function addNotification(notification: Notification): void {
  isOutdated = true;
  const known = state.list.find(({ id }) => id === notification.id);
  if (known) {
    replace(notification);
    return;
  }
  state.list = [notification, ...state.list].slice(0, shown);
  state.total += 1;
  if (notification.readAt === null) state.unread += 1;
}

function replace(notification: Notification): void {
  state.list = state.list.map((known) => (known.id === notification.id ? notification : known));
}

function addJob(job: TableJob): void {
  isOutdated = true;
  const isOther = ({ id, kind }: TableJob) => id !== job.id || kind !== job.kind;
  const [jobs, ended] = [state.jobs.filter(isOther), state.ended.filter(isOther)];
  state.jobs = isJobOpen(job) ? [job, ...jobs] : jobs;
  state.ended = isJobOpen(job) ? ended : [job, ...ended].slice(0, mostEnded);
}
