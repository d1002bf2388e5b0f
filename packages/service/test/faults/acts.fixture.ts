import {
  connectionsLost,
  costlySearches,
  databaseStopped,
  diskFull,
  mailDisconnected,
  mailRefused,
  ordersLocked,
  storageDisconnected,
  storageSilent,
  storageUnavailable,
  webKilled,
  webRestarted,
  workerKilled,
} from './faults.fixture.ts';
import type { Act } from './runAct.fixture.ts';

/** The acts of the run, with times in seconds since the start of the load. */
export const acts: readonly Act[] = [
  {
    name: 'Files in S3',
    storage: 's3',
    seconds: 88,
    plan: [
      { fault: storageUnavailable, from: 4, to: 10 },
      { fault: storageSilent, from: 14, to: 28 },
      { fault: storageDisconnected, from: 32, to: 38 },
      { fault: databaseStopped, from: 54, to: 60 },
      { fault: mailRefused, from: 62, to: 67 },
      { fault: mailDisconnected, from: 69, to: 75 },
      { fault: workerKilled(0), from: 77, to: 84 },
    ],
  },
  {
    name: 'Files in a folder',
    storage: 'disk',
    seconds: 60,
    plan: [
      { fault: diskFull, from: 4, to: 12 },
      { fault: databaseStopped, from: 16, to: 21 },
      { fault: workerKilled(1), from: 25, to: 33 },
      { fault: mailDisconnected, from: 36, to: 42 },
      // Two at the same time.
      { fault: diskFull, from: 46, to: 56 },
      { fault: databaseStopped, from: 49, to: 53 },
    ],
  },
  {
    name: 'Locks, slow queries and restarts',
    storage: 's3',
    seconds: 64,
    // Stops, kills and locks have effects under load only.
    pageEvery: 20,
    plan: [
      { fault: ordersLocked(), from: 4, to: 12 },
      { fault: costlySearches(), from: 18, to: 24 },
      { fault: connectionsLost(), from: 28, to: 33 },
      { fault: webKilled(1), from: 38, to: 42 },
      { fault: webRestarted(0), from: 52, to: 60 },
    ],
  },
];
