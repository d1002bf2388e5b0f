import { fieldFaults } from '../inputFaults.ts';
import type { Rule } from './Rule.ts';

/** The fields of `records` have usable names, and apply by other fields of the form. */
export const recordFields: Rule = ({ records }, { hasRecords }) => {
  if (records === undefined) return [];
  if (hasRecords) {
    return [
      {
        path: 'records',
        code: 'conflict',
        problem: 'Both the template and the definition have records.',
        remedy: 'Keep one of the two.',
      },
    ];
  }
  const fields = Object.entries(records.fields ?? {});

  return fields.every(([, field]) => field !== undefined)
    ? fieldFaults(Object.fromEntries(fields), 'records.fields')
    : [];
};
