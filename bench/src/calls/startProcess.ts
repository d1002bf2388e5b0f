import { startChild } from '../startChild.ts';
import type { Ask, Settings, State } from './processes/protocol.ts';

export interface Started {
  /** Of the process. */
  readonly id: number;
  /** Where it listens; empty when it does not. */
  readonly address: string;
  ask(question: Ask['ask'], rate?: number): Promise<State>;
  stop(): Promise<void>;
}

/** Starts `processes/<file>.ts` as a process of its own, and waits until it is ready. */
export async function startProcess(file: string, settings: Settings): Promise<Started> {
  const program = new URL(`./processes/${file}.ts`, import.meta.url);
  const { process: child, next, stop } = startChild(`${file} (${settings.kind})`, program, settings);
  const address = await next<string>();

  return {
    id: child.pid ?? 0,
    address,
    async ask(question, rate) {
      child.send(question === 'begin' ? { ask: question, rate: rate ?? null } : { ask: question });
      return next<State>();
    },
    stop,
  };
}
