import { StartError } from '../StartError.ts';
import { configKeys } from './configKeys.ts';
import type { Section } from './defineSection.ts';
import { configFileVariable } from './readConfigFile.ts';

/** Throws one StartError that names all sections and variables that are declared twice, and both who declare them. */
export function refuseCollisions(sections: readonly Section[]): void {
  const names = new Map<string, string>();
  const variables = new Map([[configFileVariable, 'the path of the configuration file']]);
  const faults: string[] = [];
  const claim = (taken: Map<string, string>, what: string, name: string, owner: string) => {
    const other = taken.get(name);
    if (other === undefined) taken.set(name, owner);
    else faults.push(`${what} is declared twice: ${other} and ${owner}. Rename one of them.`);
  };

  for (const section of sections) {
    const { name, node } = section;
    const owner = `by ${section.module === undefined ? 'the service' : `the module ${section.module}`}`;
    const own = node.kind === 'group' ? Object.keys(node.keys) : Object.keys(node.names);
    for (const key of name === '' && node.kind === 'group' ? own : [name]) {
      if (!/^[a-z][A-Za-z0-9]*$/.test(key)) {
        faults.push(
          `"${key}", declared ${owner}, is not a valid section name. Use a name such as shop or shopOrders.`,
        );
      }
      claim(
        names,
        `The key "${key}" of the configuration`,
        key,
        `${owner} (${name === '' ? key : own.join(', ')})`,
      );
    }
    for (const { path, variable, alias } of configKeys(node, name === '' ? [] : [name])) {
      for (const each of alias === undefined ? [variable] : [variable, alias]) {
        claim(variables, `The variable ${each}`, each, `for ${path.join('.')} ${owner}`);
      }
    }
  }
  if (faults.length > 0) {
    throw new StartError(
      `The declared configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
      { status: 2 },
    );
  }
}
