/** Kept by the service, which translates the headers of exports with it. */
export { templates } from '../../../../src/modules/users/locales/de.ts';
