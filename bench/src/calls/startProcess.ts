import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, Ask, Run, Settings, State } from './processes/protocol.ts';

export interface Started {
  /** Where it listens; empty when it does not. */
  readonly address: string;
  state(): Promise<State>;
  flush(): Promise<State>;
  run(seconds: number, rate?: number): Promise<Run>;
  stop(): Promise<void>;
}

/** Starts `processes/<file>.ts` as a process of its own, and waits until it is ready. */
export async function startProcess(file: string, settings: Settings): Promise<Started> {
  const child = fork(
    fileURLToPath(new URL(`./processes/${file}.ts`, import.meta.url)),
    [JSON.stringify(settings)],
    { execArgv: ['--conditions=@rowhouse/source'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  const exited = once(child, 'exit');
  const next = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`${file} (${settings.kind}) ended with status ${code}; see above.`);
      }),
    ]);
    return message;
  };
  const address: string = await next();
  const ask = async (question: Ask): Promise<Answer> => {
    child.send(question);
    return next();
  };

  return {
    address,
    state: async () => (await ask({ ask: 'state' })) as State,
    flush: async () => (await ask({ ask: 'flush' })) as State,
    run: async (seconds, rate) => (await ask({ ask: 'run', seconds, rate: rate ?? null })) as Run,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
