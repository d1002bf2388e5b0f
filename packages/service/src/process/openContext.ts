import { StartError } from '../base/errors.ts';
import type { WriteLog } from '../base/ServiceLogger.ts';
import { refuseShared } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import { createHooks, type HookCalls } from '../kernel/hooks/createHooks.ts';
import type { Context, KernelContext, Opened } from '../kernel/module/Module.ts';
import { Closings } from './Closings.ts';

interface OpenContext<Part extends KernelContext['mode']> {
  readonly context: Context & { readonly mode: Part };
  /** Closes the modules in reverse order. */
  close(patience?: number): Promise<void>;
}

/** Opens all modules for a part of a process. If one fails, the opened ones are closed. */
export async function openContext<Part extends KernelContext['mode']>(
  { modules }: Pick<Service, 'modules'>,
  kernel: Omit<KernelContext, 'hooks'> & { readonly mode: Part },
): Promise<OpenContext<Part>> {
  const provided: Opened['provides'] = {};
  const providers: (readonly [name: string, module: string])[] = [];
  const log: WriteLog = (level, text) => kernel.logger[level](text);
  const closings = new Closings(log);
  const hooks: HookCalls = createHooks(modules, () => context(), log);
  const context = (): Context & { readonly mode: Part } =>
    ({ ...kernel, hooks, ...provided }) as Context & { readonly mode: Part };
  const close = (patience?: number) => closings.closeAll(patience);
  for (const { name, open } of modules) {
    try {
      const opened: Opened | undefined = open?.(context());
      if (opened?.close) closings.add(opened.close);
      providers.push(...Object.keys(opened?.provides ?? {}).map((provides) => [provides, name] as const));
      refuseShared('part of the context', providers);
      Object.assign(provided, opened?.provides);
    } catch (cause) {
      await close();
      if (cause instanceof StartError) throw cause;
      throw new Error(`The module "${name}" could not be opened: ${(cause as Error).message}`, { cause });
    }
  }

  return { context: context(), close };
}
