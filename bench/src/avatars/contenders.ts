import type { UploadName } from './uploads.ts';

export interface WorkContender {
  readonly name: string;
  readonly description: string;
  /** File below workers/. */
  readonly worker: string;
  /** What it makes webp of; absent where it draws initials. */
  readonly upload?: UploadName;
}

export interface ShowContender {
  readonly name: string;
  readonly description: string;
  /** File below servers/. */
  readonly server: string;
}

export const initialsContenders: readonly WorkContender[] = [
  {
    name: 'rowhouse',
    description: '`initialsImage`: characters, direction and colour as they should be',
    worker: 'initials',
  },
  {
    name: 'floor',
    description:
      'a template string with the first letter of two words and one of eight colours; wrong for most scripts',
    worker: 'initialsFloor',
  },
];

const uploadNames: readonly UploadName[] = ['photo', 'drawing', 'svg'];

export const uploadContenders: readonly WorkContender[] = uploadNames.flatMap((upload) => [
  {
    name: 'rowhouse',
    description:
      'what an upload goes through: measured, checked, drawn anew in a process of its own, two at a time',
    worker: 'uploads',
    upload,
  },
  {
    name: 'floor',
    description: 'bare sharp: the same file resized to webp, nothing checked',
    worker: 'uploadsFloor',
    upload,
  },
]);

export const showContenders: readonly ShowContender[] = [
  {
    name: 'rowhouse',
    description: 'the plugin of @rowhouse/avatars on PostgreSQL, in a bare Fastify application',
    server: 'rowhouse',
  },
  {
    name: 'memory, row looked up',
    description:
      'a route that reads the avatar’s row by pg, and sends the same bytes from memory with an ETag',
    server: 'lookup',
  },
  {
    name: 'memory',
    description: 'a route that sends the same bytes from memory with an ETag; knows one image',
    server: 'memory',
  },
  { name: 'file', description: '@fastify/static on a folder with the same file', server: 'file' },
];
