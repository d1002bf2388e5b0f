import { parentPort, workerData } from 'node:worker_threads';
import type { ProcessLimits } from './imageProcess.ts';

// The worker of limitProcess.
const { seconds, megabytes } = workerData as ProcessLimits;

check();
setInterval(check, 5);
parentPort?.postMessage('watching');

function check(): void {
  const { user, system } = process.cpuUsage();
  const isOver = user + system > seconds * 1e6 || process.memoryUsage.rss() > megabytes * 1024 * 1024;
  if (isOver) process.kill(process.pid, 'SIGKILL');
}
