import { say } from '@rowhouse/problems';
import type { ActionInput } from '../definition/ActionInput.ts';
import { referenceFault } from '../edit/referenceFault.ts';
import { invalidField } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { defaultsOf, type ParsedValues, valuesParser } from '../records/parseRecord.ts';
import type { PlanOptions } from '../records/RecordPlan.ts';
import { applies } from '../records/recordRules.ts';
import { Faults, sendAnother } from '../request/parse/Faults.ts';
import { updateTarget } from '../update/UpdateTarget.ts';
import { checkEntered, withInput } from '../update/withInput.ts';
import { type NamedAction, planInput } from './planInput.ts';

/**
 * The input of an action from its request. Throws `tables.invalid_request` with all faults, each under `input.<field>`. What does
 * not exist for the user is refused like a field that does not exist.
 */
export async function readInput(
  query: TableQuery,
  named: NamedAction,
  options: PlanOptions,
): Promise<ActionInput> {
  const { table, context } = query;
  const { name, action } = named;
  const faults = new Faults();
  if (action.input === undefined) {
    if (context.request.input) faults.add('input', say`The action "${name}" has no input; leave it out.`);
    faults.throwIfAny();

    return {};
  }
  const plan = await planInput(query, named, options);
  const values = (await valuesParser(plan, { isNew: true, path: 'input' }))(
    context.request.input ?? {},
    faults,
  );
  await checkReferences(values, query, faults);
  const sent = { ...defaultsOf(plan.fields), ...context.request.input };
  const entered = [...values].filter(([field]) => applies(field, (name) => sent[name]));
  const input = Object.freeze(Object.fromEntries(entered.map(([field, value]) => [field.name, value])));
  const target = action.update ? updateTarget(table, query.query, name, action.update) : null;
  if (target) checkEntered(target, input, faults);
  faults.throwIfAny();
  if (target && withInput(target, input).set.length === 0) {
    throw invalidField('input', 'No value was entered, so nothing would be changed; send one.');
  }

  return input;
}

/** A row that the user does not see is refused like one that does not exist. */
async function checkReferences(values: ParsedValues, { runtime }: TableQuery, faults: Faults): Promise<void> {
  const { db: transaction, rawDb, dialect } = runtime;
  for (const [field, value] of values) {
    const path = `input.${field.name}`;
    if (faults.has(path)) continue;
    const fault = await referenceFault(field, value, { transaction, rawDb, dialect });
    if (fault !== null) faults.add(path, sendAnother(value, fault));
  }
}
