import { StartError } from '../base/errors.ts';
import { didYouMean } from '../kernel/config/checkWritten.ts';
import type { Module } from '../kernel/module/Module.ts';

/**
 * The modules in the order of the list, each after those that it requires.
 *
 * @throws StartError with status 2 that names both modules of a missing or circular requirement.
 */
export function orderModules(modules: readonly Module[]): readonly Module[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  const ordered = new Set<Module>();
  const add = (module: Module, path: readonly Module[]) => {
    if (ordered.has(module)) return;
    const circle = path.indexOf(module);
    if (circle !== -1) throw circular([...path.slice(circle), module]);
    for (const name of module.requires ?? []) {
      const required = byName.get(name);
      if (required === undefined) throw missing(module, name, [...byName.keys()]);
      add(required, [...path, module]);
    }
    ordered.add(module);
  };
  for (const module of modules) add(module, []);

  return [...ordered];
}

function missing({ name }: Module, required: string, known: readonly string[]): StartError {
  const near = didYouMean(required, known);
  const remedy = near === undefined ? 'Add it to "modules" of defineService.' : `Did you mean "${near}"?`;

  return new StartError(
    `The module "${name}" requires the module "${required}", which the service does not have. ${remedy}`,
    { status: 2 },
  );
}

function circular(circle: readonly Module[]): StartError {
  const names = circle.map(({ name }) => `"${name}"`);

  return new StartError(
    `The modules ${names.slice(1).join(' and ')} require each other: ${names.join(' requires ')}. Remove one of the ` +
      'requirements, or move what both need into a module of its own.',
    { status: 2 },
  );
}
