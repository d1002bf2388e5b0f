import { startChild } from '../startChild.ts';
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
  const program = new URL(`./processes/${file}.ts`, import.meta.url);
  const { process: child, next, stop } = startChild(`${file} (${settings.kind})`, program, settings);
  const address = await next<string>();
  const ask = async (question: Ask): Promise<Answer> => {
    child.send(question);
    return next<Answer>();
  };

  return {
    address,
    state: async () => (await ask({ ask: 'state' })) as State,
    flush: async () => (await ask({ ask: 'flush' })) as State,
    run: async (seconds, rate) => (await ask({ ask: 'run', seconds, rate: rate ?? null })) as Run,
    stop,
  };
}
