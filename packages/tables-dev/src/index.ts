export type { Advice, AdviseOptions } from './advise/Advice.ts';
export type { TableFaults } from './checks/tableFaults.ts';
export { adviseIndexes, checkTables } from './developerTools.ts';
export { type MadeTable, type MakeOptions, makeTable } from './make/makeTable.ts';
