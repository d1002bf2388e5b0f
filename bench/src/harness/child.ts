import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A contender's process. */
export interface Child extends AsyncDisposable {
  readonly id: number;
  /** What it reported when it was ready, such as its address. */
  readonly ready: string;
  /** Sends a request, and returns the response. Rejects if the process ends before. */
  ask<Response>(request: unknown): Promise<Response>;
}

/**
 * Starts a program as in production, in a process of its own; see `worker.ts` for its side. `settings` are its first
 * argument, as JSON. The program ends with this process.
 */
export async function startChild(name: string, program: URL, settings: object): Promise<Child> {
  const child = fork(program, [JSON.stringify(settings)], {
    execArgv: ['--conditions=@rowhouse/source'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const next = async <Message>() => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`${name} ended with status ${code}; see above.`);
      }),
    ]);

    return message as Message;
  };

  return {
    id: child.pid ?? 0,
    ready: await next<string>(),
    ask(request) {
      child.send(request as object);
      return next();
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const force = setTimeout(kill, 5_000);
      await exited;
      clearTimeout(force);
      process.off('exit', kill);
    },
  };
}

/** Runs a program that works once and reports its figures by `work` of `worker.ts`. */
export async function runChild<Figures>(name: string, program: URL, settings: object): Promise<Figures> {
  await using child = await startChild(name, program, settings);

  return await child.ask<Figures>('run');
}
