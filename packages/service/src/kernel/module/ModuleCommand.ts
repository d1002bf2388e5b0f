/** An option (`--name`) or a positional argument. */
export interface CommandArgument {
  readonly type: 'string' | 'boolean' | 'positional';
  /** One sentence, for `--help`. */
  readonly description: string;
  readonly default?: string | boolean;
  readonly required?: boolean;
  /** Placeholder of the value in `--help`, such as `number`. */
  readonly valueHint?: string;
}

export interface CommandDescription {
  /** One sentence, for `--help`. */
  readonly description: string;
  readonly args?: Readonly<Record<string, CommandArgument>>;
  /**
   * What the operator waits for after Ctrl+C, such as `the current batch finishes`: `signal` is aborted then. By default,
   * Ctrl+C ends the process.
   */
  readonly onInterrupt?: string;
}

/** A subcommand of a module: `rowhouse shop:reindex --since 2026-01-01`. */
export type ModuleCommand<Context> = CommandDescription &
  (
    | {
        /** `modules`, the default, opens the modules as for jobs; `database` only the database, which needs less memory. */
        readonly opens?: 'modules';
        /** Runs after migrations. A rejection ends the process with exit status 1. */
        run(run: CommandRun<Context>): Promise<void> | void;
      }
    | {
        readonly opens: 'database';
        run(run: CommandRun<Pick<Context, DatabaseMember & keyof Context>>): Promise<void> | void;
      }
  );

/** Members of the context of a command that opens only the database. */
type DatabaseMember = 'config' | 'db' | 'logger';

export interface CommandRun<Context> {
  /** By name; undefined if not given and without a default. */
  readonly args: Readonly<Record<string, string | boolean | undefined>>;
  readonly context: Context;
  /** Aborted by Ctrl+C and signals, for commands with `onInterrupt`. Then end soon. */
  readonly signal: AbortSignal;
  /** Writes a line to the standard output. */
  print(text: string): void;
  /** Writes a line to the standard error stream. */
  warn(text: string): void;
  /** Shows progress on the standard error stream. */
  readonly progress: Progress;
}

/** Returns a function that shows how many `things`, such as `API calls`, are done. */
export type Progress = (things: string) => ShowCount;

export interface ShowCount {
  (count: Count): void;
  /** Ends the line of an interrupted count. */
  end(): void;
}

export interface Count {
  readonly total: number;
  /** Includes failed ones. */
  readonly done: number;
  readonly failed?: number;
}
