import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  readonly process: ChildProcess;
  /** Its next message. Rejects if it ends before. */
  next<Message>(): Promise<Message>;
  stop(): Promise<void>;
}

/** Starts a program as in production, in a process of its own. `settings` are its first argument, as JSON. */
export function startChild(name: string, program: URL, settings: object): Child {
  const child = fork(program, [JSON.stringify(settings)], {
    execArgv: ['--conditions=@rowhouse/source'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');

  return {
    process: child,
    async next<Message>() {
      const [message] = await Promise.race([
        once(child, 'message'),
        exited.then(([code]) => {
          throw new Error(`${name} ended with status ${code}; see above.`);
        }),
      ]);
      return message as Message;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
