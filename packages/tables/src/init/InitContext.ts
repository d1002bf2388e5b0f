import type { RouteRegistry } from '../RouteRegistry.ts';

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
  /** Values of the parameters in the path of the init request; buttons get them in their paths too. */
  readonly pathParams?: Readonly<Record<string, string>>;
}
