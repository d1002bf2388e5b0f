import type { Stage } from '../Stage.fixture.ts';
import type { Checked } from './checkRequests.fixture.ts';

/** Maximum memory of a process in megabytes, with room for garbage that is not collected yet. */
const maxMemory = 600;

const crashes =
  /unhandled ?rejection|uncaught ?exception|FATAL ERROR|heap out of memory|MaxListenersExceeded/i;

export interface MemoryOf {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Stops every process, and checks its exit code and its output. */
export async function checkProcesses(stage: Stage, memory: readonly MemoryOf[]): Promise<Checked> {
  const { processes, secrets } = stage;
  const findings: string[] = memory.flatMap(({ name, after }) =>
    (after ?? 0) > maxMemory ? [`${name} has ${after} MB of memory`] : [],
  );
  const running = processes.filter((one) => !one.hasEnded());
  const planned = new Set([...stage.webs, ...stage.workers]);
  for (const one of planned) if (one.hasEnded()) findings.push(`${one.name} has ended by itself`);
  const statuses = await Promise.all(running.map((one) => one.stop()));
  for (const [n, status] of statuses.entries()) {
    if (status !== 0) findings.push(`${running[n]?.name} ended with ${status} after SIGTERM`);
  }
  for (const { name, output } of processes) {
    const text = output();
    const crash = crashes.exec(text);
    if (crash !== null) findings.push(`${name} printed: ${text.slice(crash.index, crash.index + 400)}`);
    for (const secret of secrets) if (text.includes(secret)) findings.push(`${name} printed a secret`);
  }

  return {
    facts: [
      {
        what: 'processes',
        count: processes.length,
        lost: findings.length,
        remark: 'no crash, no secret in what they print',
      },
    ],
    findings,
  };
}
