import type { RouteRegistry } from '../RouteRegistry.ts';
import type { RequestRules } from '../request/TableRequest.ts';

/** What an init answer takes from the application and from the request. */
export interface InitContext {
  readonly routes: RouteRegistry;
  /** Path of the data route, its parameters filled in. */
  readonly readPath: string;
  /** IANA time zone in which the caller's dates are shown and filtered. */
  readonly timeZone: string;
  /** Whether the caller may use the named route. */
  mayUse(routeName: string): boolean;
  /** Enumeration → key → label, in the language of the caller. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How the table may be filtered, with the types that the template leaves to the database. */
  readonly filters?: RequestRules['filters'];
  /** Values of the parameters in the path of the init request; buttons get them in their paths too. */
  readonly pathParams?: Readonly<Record<string, string>>;
}
