/** For the packages next to this one: names that they share with it, without a promise to users. */
export { createFolder } from './dataFolder.ts';
export { stopPostmaster, untilAlone } from './postmaster.ts';
