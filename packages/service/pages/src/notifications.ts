import { isJobOpen, type TableJob } from '@rowhouse/table-protocol';
import { readonly, shallowReactive } from 'vue';
import { ApiError, request } from './api/request.ts';
import type { NotificationList, UserNotification } from './api/types.ts';

interface Notifications {
  /** The newest first. */
  list: readonly UserNotification[];
  unread: number;
  total: number;
  /** Exports and actions that go on. */
  jobs: readonly TableJob[];
}

const shown = 20;
const state = shallowReactive<Notifications>({ list: [], unread: 0, total: 0, jobs: [] });
let stream: EventSource | null = null;

/** What the user was told, and what goes on for him. Change it through the functions of this file only. */
export const notifications = readonly(state);

/** Reads what there is, and hears of what comes, until `stopListening`. */
export function startListening(): void {
  if (stream) return;

  stream = new EventSource('/api/core/notifications/stream');
  // After every connection, since what happened in between was not heard.
  stream.addEventListener('open', () => void refresh());
  // Where no stream comes about, the list is read all the same.
  stream.addEventListener('error', () => void refresh(), { once: true });
  stream.addEventListener('notification', ({ data }) =>
    addNotification(JSON.parse(data) as UserNotification),
  );
  // Read or removed on another page.
  stream.addEventListener('changed', () => void refresh());
  // For good: it would come back by itself otherwise.
  stream.addEventListener('closed', () => stream?.close());
  stream.addEventListener('job', ({ data }) => addJob(JSON.parse(data) as TableJob));
}

export function stopListening(): void {
  stream?.close();
  stream = null;
  Object.assign(state, { list: [], unread: 0, total: 0, jobs: [] } satisfies Notifications);
}

/** Reads the list and the jobs anew. Failures are left to the next time: the bell is no place for them. */
export async function refresh(): Promise<void> {
  const asked = stream;
  const [list, exports, actions] = await Promise.allSettled([
    request<NotificationList>('GET', `/api/core/notifications?limit=${shown}`),
    request<{ data: TableJob[] }>('GET', '/api/exports'),
    request<{ data: TableJob[] }>('GET', '/api/actions'),
  ]);

  // Of the user before.
  if (stream !== asked) return;

  if (list.status === 'fulfilled') {
    const { data, unread, total } = list.value;
    Object.assign(state, { list: data, unread, total });
  }
  state.jobs = [exports, actions]
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.data : []))
    .filter(isJobOpen);
}

/** @throws ApiError */
export async function markRead(notification: UserNotification): Promise<void> {
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
export async function removeNotification({ id }: UserNotification): Promise<void> {
  await request('DELETE', `/api/core/notifications/${id}`);
  await refresh();
}

/**
 * Of a job that has ended in the meantime (409), shows the result.
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

function addNotification(notification: UserNotification): void {
  const known = state.list.find(({ id }) => id === notification.id);
  if (known) {
    replace(notification);
    return;
  }
  state.list = [notification, ...state.list].slice(0, shown);
  state.total += 1;
  if (notification.readAt === null) state.unread += 1;
}

function replace(notification: UserNotification): void {
  state.list = state.list.map((known) => (known.id === notification.id ? notification : known));
}

function addJob(job: TableJob): void {
  const others = state.jobs.filter(({ id, kind }) => id !== job.id || kind !== job.kind);
  state.jobs = isJobOpen(job) ? [job, ...others] : others;
}
